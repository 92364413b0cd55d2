// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Longs;
import org.neardup.spark.blocks.Outbox;
import org.neardup.tools.cluster.sort.Numbering;
import scala.Tuple2;

/**
 * Which of the band keys of a partition are of more than one text, for those that asked. Keys of
 * one text, most of them, end here. Immutable.
 */
final class KeyAnswers implements Serializable {
  private final int[] askers;
  private final long[][] shared;
  private final long members;
  private final long[] hotKeys;
  private final long[] hotTotals;

  private KeyAnswers(
      int[] askers, long[][] shared, long members, long[] hotKeys, long[] hotTotals) {
    this.askers = askers;
    this.shared = shared;
    this.members = members;
    this.hotKeys = hotKeys;
    this.hotTotals = hotTotals;
  }

  /**
   * Writes a question: ascending keys, of which equal ones follow each other.
   *
   * @param from index of the first key, and {@code to} behind the last one
   */
  static void ask(int asker, long[] keys, int from, int to, BlockWriter out) {
    Longs repeated = new Longs();
    Longs counts = new Longs();
    Longs single = new Longs();
    for (int start = from, end; start < to; start = end) {
      end = start + 1;
      while (end < to && keys[end] == keys[start]) {
        end++;
      }
      if (end - start == 1) {
        single.add(keys[start]);
      } else {
        repeated.add(keys[start]);
        counts.add(end - start);
      }
    }
    out.putInt(asker).putInt(single.size()).putInt(repeated.size());
    for (int i = 0; i < single.size(); i++) {
      out.putLong(single.get(i));
    }
    for (int i = 0; i < repeated.size(); i++) {
      out.putLong(repeated.get(i)).putInt((int) counts.get(i));
    }
  }

  /** Answers what {@link #ask} wrote. */
  static KeyAnswers of(Iterator<byte[]> questions, int maxBucket) {
    List<Integer> askers = new ArrayList<>();
    List<long[]> asked = new ArrayList<>();
    Numbering numbers = new Numbering();
    Longs totals = new Longs();
    BlockReader in = new BlockReader(questions);
    while (in.hasNext()) {
      askers.add(in.getInt());
      asked.add(readKeys(in, numbers, totals));
    }
    long[][] shared = new long[asked.size()][];
    for (int i = 0; i < shared.length; i++) {
      shared[i] = shared(asked.get(i), numbers, totals);
      asked.set(i, null);
    }
    return counted(askers, shared, numbers, totals, maxBucket);
  }

  private static long[] readKeys(BlockReader in, Numbering numbers, Longs totals) {
    int singles = in.getInt();
    long[] keys = new long[singles + in.getInt()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = in.getLong();
      totals.addAt(numbers.number(keys[i]), i < singles ? 1 : in.getInt());
    }
    return keys;
  }

  private static long[] shared(long[] keys, Numbering numbers, Longs totals) {
    Longs shared = new Longs();
    for (long key : keys) {
      if (totals.get(numbers.existing(key)) > 1) {
        shared.add(key);
      }
    }
    return shared.toArray();
  }

  private static KeyAnswers counted(
      List<Integer> askers, long[][] shared, Numbering numbers, Longs totals, int maxBucket) {
    long members = 0;
    for (int i = 0; i < totals.size(); i++) {
      members += totals.get(i) > 1 ? totals.get(i) : 0;
    }
    Longs hotKeys = new Longs();
    Longs hotTotals = new Longs();
    Numbering seen = new Numbering();
    for (long[] keys : shared) {
      for (long key : keys) {
        long total = totals.get(numbers.existing(key));
        int known = seen.size();
        if (total > maxBucket && seen.number(key) == known) {
          hotKeys.add(key);
          hotTotals.add(total);
        }
      }
    }
    return new KeyAnswers(
        askers.stream().mapToInt(Integer::intValue).toArray(),
        shared,
        members,
        hotKeys.toArray(),
        hotTotals.toArray());
  }

  /** Sends the shared keys to those that asked. */
  Iterator<Tuple2<Integer, byte[]>> send(int partitions) {
    int[] next = {0};
    return Outbox.drain(
        partitions,
        out -> {
          if (next[0] == askers.length) {
            return false;
          }
          BlockWriter answer = out.to(askers[next[0]]);
          for (long key : shared[next[0]++]) {
            answer.putLong(key);
          }
          return true;
        });
  }

  /** The same without what is sent. */
  KeyAnswers counts() {
    return new KeyAnswers(new int[0], new long[0][], members, hotKeys, hotTotals);
  }

  /** How many times texts are in buckets of at least two. */
  long members() {
    return members;
  }

  /** Keys of more texts than a bucket may have. */
  long[] hotKeys() {
    return hotKeys;
  }

  /** How many texts each of those has. */
  long[] hotTotals() {
    return hotTotals;
  }
}
