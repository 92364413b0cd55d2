// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongUnaryOperator;
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
   * Writes a question: each key once, then those that several texts of the asker have, with how
   * many more.
   *
   * @param keys ascending, of which equal ones follow each other
   * @param from index of the first key, and {@code to} behind the last one
   */
  static void ask(int asker, long[] keys, int from, int to, BlockWriter out) {
    Longs once = new Longs();
    Longs repeated = new Longs();
    Longs more = new Longs();
    for (int start = from, end; start < to; start = end) {
      end = start + 1;
      while (end < to && keys[end] == keys[start]) {
        end++;
      }
      once.add(keys[start]);
      if (end - start > 1) {
        repeated.add(keys[start]);
        more.add(end - start - 1);
      }
    }
    out.putInt(asker).putInt(once.size()).putInt(repeated.size());
    for (int i = 0; i < once.size(); i++) {
      out.putLong(once.get(i));
    }
    for (int i = 0; i < repeated.size(); i++) {
      out.putLong(repeated.get(i)).putInt((int) more.get(i));
    }
  }

  /** Answers what {@link #ask} wrote. */
  static KeyAnswers of(Iterator<byte[]> questions, int maxBucket) {
    Longs askers = new Longs();
    List<long[]> asked = new ArrayList<>();
    Numbering repeated = new Numbering();
    Longs more = new Longs();
    BlockReader in = new BlockReader(questions);
    while (in.hasNext()) {
      askers.add(in.getInt());
      long[] keys = new long[in.getInt()];
      int repeats = in.getInt();
      Arrays.setAll(keys, i -> in.getLong());
      asked.add(keys);
      for (int i = 0; i < repeats; i++) {
        more.addAt(repeated.number(in.getLong()), in.getInt());
      }
    }
    return answered(askers, asked, key -> more(repeated.existing(key), more), maxBucket);
  }

  private static long more(int repeated, Longs more) {
    return repeated < 0 ? 0 : more.get(repeated);
  }

  private static KeyAnswers answered(
      Longs askers, List<long[]> asked, LongUnaryOperator more, int maxBucket) {
    long[] all = asked.stream().flatMapToLong(Arrays::stream).toArray();
    Arrays.sort(all); // by merging, as it consists of a few ascending sequences
    Longs shared = new Longs();
    Longs hotKeys = new Longs();
    Longs hotTotals = new Longs();
    long members = 0;
    for (int start = 0, end; start < all.length; start = end) {
      end = start + 1;
      while (end < all.length && all[end] == all[start]) {
        end++;
      }
      long total = end - start + more.applyAsLong(all[start]);
      if (total > 1) {
        shared.add(all[start]);
        members += total;
      }
      if (total > maxBucket) {
        hotKeys.add(all[start]);
        hotTotals.add(total);
      }
    }
    long[] sorted = shared.toArray();
    return new KeyAnswers(
        Arrays.stream(askers.toArray()).mapToInt(asker -> (int) asker).toArray(),
        asked.stream().map(keys -> common(keys, sorted)).toArray(long[][]::new),
        members,
        hotKeys.toArray(),
        hotTotals.toArray());
  }

  /** The keys that are among others; both ascending. */
  private static long[] common(long[] keys, long[] others) {
    Longs common = new Longs();
    int from = 0;
    for (long key : keys) {
      int step = 1;
      while (from + step < others.length && others[from + step] < key) {
        from += step;
        step *= 2;
      }
      int place = Arrays.binarySearch(others, from, Math.min(others.length, from + step + 1), key);
      if (place >= 0) {
        common.add(key);
      }
      from = place >= 0 ? place : -place - 1;
    }
    return common.toArray();
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
