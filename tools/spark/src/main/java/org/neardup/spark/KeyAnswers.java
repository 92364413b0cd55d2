// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongHashSet;
import com.carrotsearch.hppc.LongLongHashMap;
import com.carrotsearch.hppc.cursors.LongLongCursor;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import scala.Tuple2;

/**
 * Which of the band keys of a partition are of more than one text, for those that asked. Keys of
 * one text, most of them, end here. Immutable.
 *
 * @param shared by the number of who asked, these keys; some of them several times
 * @param members how many times texts are in buckets of at least two
 * @param hot keys of more texts than a bucket may have, and how many each has
 */
record KeyAnswers(Map<Integer, byte[]> shared, long members, Map<Long, Long> hot)
    implements Serializable {
  /** Asks about some keys: a block is the number of who asks, and keys. */
  static void ask(int asker, long[] keys, Outbox out, int homes) {
    for (long key : keys) {
      BlockWriter to = out.to(Exchange.home(key, homes));
      if (to.size() == 0) {
        to.putInt(asker);
      }
      to.putLong(key);
    }
  }

  /** Answers what {@link #ask} wrote. */
  static KeyAnswers of(Iterator<byte[]> arriving, int maxBucket) {
    byte[][] blocks = BlockReader.blocks(arriving);
    LongLongHashMap totals = new LongLongHashMap();
    forEach(blocks, (asker, key) -> totals.addTo(key, 1));
    Map<Integer, BlockWriter> answers = new TreeMap<>();
    forEach(
        blocks,
        (asker, key) -> {
          if (totals.get(key) > 1) {
            answers.computeIfAbsent(asker, to -> new BlockWriter()).putLong(key);
          }
        });
    Map<Integer, byte[]> shared = new TreeMap<>();
    answers.forEach((asker, keys) -> shared.put(asker, keys.take()));
    Map<Long, Long> hot = new HashMap<>();
    long members = 0;
    for (LongLongCursor each : totals) {
      members += each.value > 1 ? each.value : 0;
      if (each.value > maxBucket) {
        hot.put(each.key, each.value);
      }
    }
    return new KeyAnswers(shared, members, hot);
  }

  /** Takes a key, and who asked about it. */
  private interface Sink {
    void accept(int asker, long key);
  }

  private static void forEach(byte[][] blocks, Sink sink) {
    for (byte[] block : blocks) {
      BlockReader in = new BlockReader(block);
      int asker = in.getInt();
      while (in.hasNext()) {
        sink.accept(asker, in.getLong());
      }
    }
  }

  /** Sends the answers to those that asked, as {@link #keys} reads them. */
  Iterator<Tuple2<Integer, byte[]>> send() {
    return Exchange.each(
        shared.entrySet().iterator(), each -> new Tuple2<>(each.getKey(), each.getValue()));
  }

  /** The keys of all answers to one that asked. */
  static LongHashSet keys(Iterator<byte[]> answers) {
    LongHashSet keys = new LongHashSet();
    for (BlockReader in = new BlockReader(answers); in.hasNext(); ) {
      keys.add(in.getLong());
    }
    return keys;
  }

  /** The same without what is sent. */
  KeyAnswers counts() {
    return new KeyAnswers(Map.of(), members, hot);
  }
}
