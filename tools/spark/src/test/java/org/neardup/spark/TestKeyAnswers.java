// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;

import com.carrotsearch.hppc.LongHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.Test;
import org.neardup.spark.blocks.Outbox;

/** Answers beside a map that counts. */
public class TestKeyAnswers {
  private static final int MAX_BUCKET = 5;

  private final Random random = new Random(27);

  private long[] keys(int count, int range) {
    return random
        .ints(count, 0, range)
        .mapToLong(i -> (i - range / 2) * 0x9E3779B97F4A7C15L)
        .toArray();
  }

  private void check(List<long[]> asked, int homes) {
    Map<Long, Integer> totals = new TreeMap<>();
    List<List<byte[]>> questions = new ArrayList<>();
    for (int home = 0; home < homes; home++) {
      questions.add(new ArrayList<>());
    }
    for (int asker = 0; asker < asked.size(); asker++) {
      int number = asker;
      List<long[]> parts = parts(asked.get(asker));
      Outbox.drain(homes, parts.iterator(), (keys, out) -> KeyAnswers.ask(number, keys, out, homes))
          .forEachRemaining(sent -> questions.get(sent._1()).add(sent._2()));
      LongStream.of(asked.get(asker)).forEach(key -> totals.merge(key, 1, Integer::sum));
    }
    long members = 0;
    Map<Long, Integer> hot = new TreeMap<>();
    List<List<byte[]>> answers = new ArrayList<>();
    asked.forEach(each -> answers.add(new ArrayList<>()));
    for (List<byte[]> of : questions) {
      Collections.shuffle(of, random);
      KeyAnswers answered = KeyAnswers.of(of.iterator(), MAX_BUCKET);
      members += answered.members();
      answered.hot().forEach((key, texts) -> hot.put(key, texts.intValue()));
      answered.send().forEachRemaining(sent -> answers.get(sent._1()).add(sent._2()));
    }
    Map<Long, Integer> expected = new TreeMap<>(totals);
    expected.values().removeIf(total -> total <= MAX_BUCKET);
    assertEquals(expected, hot);
    assertEquals(
        totals.values().stream().filter(total -> total > 1).mapToLong(total -> total).sum(),
        members);
    for (int asker = 0; asker < asked.size(); asker++) {
      Collections.shuffle(answers.get(asker), random);
      LongHashSet shared = KeyAnswers.keys(answers.get(asker).iterator());
      assertEquals(
          LongStream.of(asked.get(asker))
              .filter(key -> totals.get(key) > 1)
              .boxed()
              .collect(Collectors.toSet()),
          LongStream.of(shared.toArray()).boxed().collect(Collectors.toSet()));
    }
  }

  /** Those that are asked about together. */
  private List<long[]> parts(long[] keys) {
    List<long[]> parts = new ArrayList<>();
    for (int from = 0, to; from < keys.length; from = to) {
      to = Math.min(keys.length, from + 1 + random.nextInt(keys.length));
      parts.add(Arrays.copyOfRange(keys, from, to));
    }
    return parts;
  }

  @Test
  public void testRandomQuestions() {
    for (int round = 0; round < 200; round++) {
      List<long[]> asked = new ArrayList<>();
      int range = 1 + random.nextInt(2_000);
      for (int left = random.nextInt(6); left >= 0; left--) {
        asked.add(keys(random.nextInt(500), range));
      }
      check(asked, 1 + random.nextInt(4));
    }
  }

  @Test
  public void testManyKeys() {
    check(List.of(keys(100_000, 200_000), keys(50_000, 1_000_000)), 2);
  }
}
