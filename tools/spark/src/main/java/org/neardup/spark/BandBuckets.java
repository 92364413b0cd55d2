// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.HashOrder;
import org.neardup.spark.blocks.Longs;
import org.neardup.spark.blocks.Outbox;
import scala.Tuple2;

/**
 * The way of texts into buckets, those that share a band key: first all keys are asked about, 8
 * bytes each, then the texts of keys with several go to their buckets, with their sketches.
 */
final class BandBuckets {
  private BandBuckets() {}

  /** Asks which keys of a partition's texts are shared; the keys of each target are ascending. */
  static Iterator<Tuple2<Integer, byte[]>> ask(
      int asker, TextPartition texts, SparkSettings settings, int partitions) {
    long[] all = allKeys(texts, settings.comparison());
    HashOrder.of(all);
    int[] from = {0};
    return Outbox.drain(
        partitions,
        out -> {
          if (from[0] == all.length) {
            return false;
          }
          int target = keyHome(all[from[0]], partitions);
          int to = from[0];
          while (to < all.length && keyHome(all[to], partitions) == target) {
            to++;
          }
          KeyAnswers.ask(asker, all, from[0], to, out.to(target));
          from[0] = to;
          return true;
        });
  }

  private static long[] allKeys(TextPartition texts, SketchComparison comparison) {
    int bands = comparison.bands().bands();
    long[] all = new long[Math.multiplyExact(texts.size(), bands)];
    long[] keys = new long[bands];
    for (int text = 0; text < texts.size(); text++) {
      comparison.keys(texts.sketches(), texts.sketchAt(text), keys);
      System.arraycopy(keys, 0, all, text * bands, bands);
    }
    return all;
  }

  /** Ascending keys have ascending homes; keys are well mixed. */
  private static int keyHome(long key, int partitions) {
    return (int) Math.unsignedMultiplyHigh(key ^ Long.MIN_VALUE, partitions);
  }

  /**
   * Finds the first texts of each hot key in a partition, at most as many as a bucket may have.
   *
   * @param hotKeys ascending
   */
  static Iterator<Tuple2<Integer, byte[]>> sendFirst(
      TextPartition texts, SparkSettings settings, long[] hotKeys, int partitions) {
    Longs[] numbers = new Longs[hotKeys.length];
    SketchComparison comparison = settings.comparison();
    long[] keys = new long[comparison.bands().bands()];
    for (int text = 0; text < texts.size(); text++) {
      comparison.keys(texts.sketches(), texts.sketchAt(text), keys);
      for (long key : keys) {
        int index = Arrays.binarySearch(hotKeys, key);
        if (index >= 0) {
          numbers[index] = numbers[index] == null ? new Longs() : numbers[index];
          numbers[index].add(texts.number(text));
        }
      }
    }
    int[] next = {0};
    return Outbox.drain(
        partitions,
        out -> {
          if (next[0] == hotKeys.length) {
            return false;
          }
          int index = next[0]++;
          if (numbers[index] != null) {
            long[] first = first(numbers[index], settings.maxBucket());
            BlockWriter to = out.to(Exchange.home(hotKeys[index], partitions));
            to.putInt(index).putInt(first.length);
            Arrays.stream(first).forEach(to::putLong);
          }
          return true;
        });
  }

  private static long[] first(Longs numbers, int limit) {
    long[] sorted = numbers.toArray();
    Arrays.sort(sorted);
    return Arrays.copyOf(sorted, Math.min(limit, sorted.length));
  }

  /** The last of the first texts of each hot key, by what {@link #sendFirst} sent. */
  static Iterator<Tuple2<Integer, Long>> lastColumns(Iterator<byte[]> blocks, int maxBucket) {
    BlockReader in = new BlockReader(blocks);
    Map<Integer, Longs> numbers = new TreeMap<>();
    while (in.hasNext()) {
      Longs of = numbers.computeIfAbsent(in.getInt(), index -> new Longs());
      for (int left = in.getInt(); left > 0; left--) {
        of.add(in.getLong());
      }
    }
    return numbers.entrySet().stream()
        .map(
            each -> {
              long[] first = first(each.getValue(), maxBucket);
              return new Tuple2<>(each.getKey(), first[first.length - 1]);
            })
        .iterator();
  }

  /** Sends texts to their buckets, as {@link BucketPartition} reads them. */
  static Iterator<Tuple2<Integer, byte[]>> send(
      TextPartition texts,
      Iterator<byte[]> answers,
      SparkSettings settings,
      HotKeys hot,
      int partitions) {
    long[] keys = allKeys(texts, settings.comparison());
    int[] places = HashOrder.of(keys);
    long[] shared = sorted(answers);
    int bands = settings.comparison().bands().bands();
    BucketRow row = new BucketRow(texts, hot, partitions);
    int[] at = new int[2];
    return Outbox.drain(
        partitions,
        out -> {
          if (at[0] == keys.length) {
            return false;
          }
          long key = keys[at[0]];
          int place = places[at[0]++];
          while (at[1] < shared.length && shared[at[1]] < key) {
            at[1]++;
          }
          if (at[1] < shared.length && shared[at[1]] == key) {
            row.send(place / bands, place % bands, key, out);
          }
          return true;
        });
  }

  private static long[] sorted(Iterator<byte[]> answers) {
    Longs all = new Longs();
    for (BlockReader in = new BlockReader(answers); in.hasNext(); ) {
      all.add(in.getLong());
    }
    long[] sorted = all.toArray();
    Arrays.sort(sorted); // by merging, as each answer is ascending
    return sorted;
  }

  /** A text as a record in a bucket. */
  private record BucketRow(TextPartition texts, HotKeys hot, int partitions) {

    void send(int text, int band, long key, Outbox out) {
      int index = hot.index(key);
      if (index < 0) {
        write(text, band, key, BucketPartition.ROW | BucketPartition.COLUMN, out);
        return;
      }
      int own = hot.piece(index, texts.print(text));
      boolean isColumn = hot.isColumn(index, texts.number(text));
      for (int piece = 0; isColumn && piece < hot.pieces(index); piece++) {
        int role =
            piece == own ? BucketPartition.ROW | BucketPartition.COLUMN : BucketPartition.COLUMN;
        write(text, band, hot.pieceKey(index, piece), role, out);
      }
      if (!isColumn) {
        write(text, band, hot.pieceKey(index, own), BucketPartition.ROW, out);
      }
    }

    private void write(int text, int band, long key, int role, Outbox out) {
      int length = texts.sketchAt(1);
      out.to(Exchange.home(key, partitions))
          .putLong(key)
          .putLong(texts.number(text))
          .putLong(texts.print(text))
          .putInt(band << BucketPartition.ROLE_BITS | role)
          .putBytes(texts.sketches(), texts.sketchAt(text), length);
    }
  }
}
