// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import com.carrotsearch.hppc.LongHashSet;
import java.io.Serializable;
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
 * @param hotKeys keys of more texts than a bucket may have
 * @param hotTotals how many texts each of those has
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record KeyAnswers(Map<Integer, byte[]> shared, long members, long[] hotKeys, long[] hotTotals)
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
    LongArrayList all = new LongArrayList();
    for (byte[] block : blocks) {
      BlockReader in = new BlockReader(block).skip(Integer.BYTES);
      while (in.hasNext()) {
        all.add(in.getLong());
      }
    }
    all.sort();
    LongHashSet shared = new LongHashSet();
    LongArrayList hotKeys = new LongArrayList();
    LongArrayList hotTotals = new LongArrayList();
    long members = 0;
    for (int start = 0, end; start < all.size(); start = end) {
      long key = all.get(start);
      end = start + 1;
      while (end < all.size() && all.get(end) == key) {
        end++;
      }
      if (end - start > 1) {
        shared.add(key);
        members += end - start;
      }
      if (end - start > maxBucket) {
        hotKeys.add(key);
        hotTotals.add(end - start);
      }
    }
    return new KeyAnswers(answers(blocks, shared), members, hotKeys.toArray(), hotTotals.toArray());
  }

  private static Map<Integer, byte[]> answers(byte[][] blocks, LongHashSet shared) {
    Map<Integer, BlockWriter> answers = new TreeMap<>();
    for (byte[] block : blocks) {
      BlockReader in = new BlockReader(block);
      BlockWriter to = answers.computeIfAbsent(in.getInt(), asker -> new BlockWriter());
      while (in.hasNext()) {
        long key = in.getLong();
        if (shared.contains(key)) {
          to.putLong(key);
        }
      }
    }
    Map<Integer, byte[]> packed = new TreeMap<>();
    answers.forEach((asker, keys) -> packed.put(asker, keys.take()));
    return packed;
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
    return new KeyAnswers(Map.of(), members, hotKeys, hotTotals);
  }
}
