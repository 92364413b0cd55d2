// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.Test;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Longs;

/** Answers beside a map that counts. */
public class TestKeyAnswers {
  private static final int MAX_BUCKET = 5;

  private final Random random = new Random(27);

  private long[] keys(int count, int range) {
    return random
        .ints(count, 0, range)
        .mapToLong(i -> (i - range / 2) * 0x9E3779B97F4A7C15L)
        .sorted()
        .toArray();
  }

  private static long[] read(byte[] block) {
    Longs keys = new Longs();
    for (BlockReader in = new BlockReader(block); in.hasNext(); ) {
      keys.add(in.getLong());
    }
    return keys.toArray();
  }

  private void check(List<long[]> asked) {
    Map<Long, Integer> totals = new TreeMap<>();
    List<byte[]> questions = new ArrayList<>();
    for (int asker = 0; asker < asked.size(); asker++) {
      BlockWriter out = new BlockWriter();
      KeyAnswers.ask(asker, asked.get(asker), 0, asked.get(asker).length, out);
      questions.add(out.take());
      LongStream.of(asked.get(asker)).forEach(key -> totals.merge(key, 1, Integer::sum));
    }
    Collections.shuffle(questions, random);
    KeyAnswers answers = KeyAnswers.of(questions.iterator(), MAX_BUCKET);
    long[] hot =
        totals.keySet().stream()
            .filter(key -> totals.get(key) > MAX_BUCKET)
            .mapToLong(Long::longValue)
            .toArray();
    assertArrayEquals(hot, answers.hotKeys());
    assertArrayEquals(LongStream.of(hot).map(totals::get).toArray(), answers.hotTotals());
    assertEquals(
        totals.values().stream().filter(total -> total > 1).mapToLong(total -> total).sum(),
        answers.members());
    long[][] shared = new long[asked.size()][0];
    answers.send(asked.size()).forEachRemaining(sent -> shared[sent._1()] = read(sent._2()));
    for (int asker = 0; asker < shared.length; asker++) {
      assertArrayEquals(
          LongStream.of(asked.get(asker)).distinct().filter(key -> totals.get(key) > 1).toArray(),
          shared[asker]);
    }
  }

  @Test
  public void randomQuestions() {
    for (int round = 0; round < 200; round++) {
      List<long[]> asked = new ArrayList<>();
      int range = 1 + random.nextInt(2_000);
      for (int left = random.nextInt(6); left >= 0; left--) {
        asked.add(keys(random.nextInt(500), range));
      }
      check(asked);
    }
  }
}
