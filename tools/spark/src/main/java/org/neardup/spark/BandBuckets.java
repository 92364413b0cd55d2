// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import scala.Tuple2;

/**
 * The way of texts into buckets, those that share a band key: first all keys are asked about, 8
 * bytes each, then the texts of keys with several go to their buckets, with their sketches.
 */
final class BandBuckets {
  private BandBuckets() {}

  /** Asks which keys of a partition's texts are shared. */
  static Iterator<Tuple2<Integer, byte[]>> ask(
      int asker, TextPartition texts, SparkSettings settings, int partitions) {
    KeyQuestions keys = KeyQuestions.of(texts, settings.comparison(), partitions);
    return Outbox.drain(
        partitions,
        IntStream.iterate(0, from -> from < keys.size(), keys::endOfQuestion).iterator(),
        (from, out) -> KeyAnswers.ask(asker, keys, from, out.to(keys.home(from))));
  }

  /**
   * Finds the first texts of each hot key in a partition, at most as many as a bucket may have.
   *
   * @param hotKeys ascending
   */
  static Iterator<Tuple2<Integer, byte[]>> sendFirst(
      TextPartition texts, SparkSettings settings, long[] hotKeys, int partitions) {
    LongArrayList[] numbers = new LongArrayList[hotKeys.length];
    SketchComparison comparison = settings.comparison();
    long[] keys = new long[comparison.bands().bands()];
    for (int text = 0; text < texts.size(); text++) {
      comparison.keys(texts.sketches(), texts.sketchAt(text), keys);
      for (long key : keys) {
        int index = Arrays.binarySearch(hotKeys, key);
        if (index >= 0) {
          numbers[index] = numbers[index] == null ? new LongArrayList() : numbers[index];
          numbers[index].add(texts.number(text));
        }
      }
    }
    return Outbox.drain(
        partitions,
        IntStream.range(0, hotKeys.length).iterator(),
        (index, out) -> {
          if (numbers[index] != null) {
            long[] first = first(numbers[index], settings.maxBucket());
            BlockWriter to = out.to(Exchange.home(hotKeys[index], partitions));
            to.putInt(index).putInt(first.length);
            Arrays.stream(first).forEach(to::putLong);
          }
        });
  }

  private static long[] first(LongArrayList numbers, int limit) {
    long[] sorted = numbers.toArray();
    Arrays.sort(sorted);
    return Arrays.copyOf(sorted, Math.min(limit, sorted.length));
  }

  /** The last of the first texts of each hot key, by what {@link #sendFirst} sent. */
  static Iterator<Tuple2<Integer, Long>> lastColumns(Iterator<byte[]> blocks, int maxBucket) {
    BlockReader in = new BlockReader(blocks);
    Map<Integer, LongArrayList> numbers = new TreeMap<>();
    while (in.hasNext()) {
      LongArrayList of = numbers.computeIfAbsent(in.getInt(), index -> new LongArrayList());
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

  /**
   * Sends texts to their buckets, as {@link BucketPartition} reads them.
   *
   * @param asked partitions that were asked about the keys
   */
  static Iterator<Tuple2<Integer, byte[]>> send(
      TextPartition texts,
      Iterator<byte[]> answers,
      SparkSettings settings,
      HotKeys hot,
      int asked,
      int partitions) {
    SketchComparison comparison = settings.comparison();
    int bands = comparison.bands().bands();
    FixedBitSet shared = KeyQuestions.of(texts, comparison, asked).shared(new BlockReader(answers));
    long[] keys = new long[bands];
    BucketRows rows = new BucketRows(texts, hot, partitions);
    return Outbox.drain(
        partitions,
        IntStream.range(0, texts.size()).iterator(),
        (text, out) -> {
          int end = (text + 1) * bands;
          int place = nextSet(shared, text * bands, end);
          if (place < end) {
            comparison.keys(texts.sketches(), texts.sketchAt(text), keys);
            for (; place < end; place = nextSet(shared, place + 1, end)) {
              int band = place - text * bands;
              rows.add(text, band, keys[band]);
            }
            rows.send(text, out);
          }
        });
  }

  private static int nextSet(FixedBitSet bits, int from, int end) {
    return from < end ? bits.nextSetBit(from, end) : end;
  }

  /** The rows of a text in its buckets; each partition gets those of its buckets at once. */
  private static final class BucketRows {
    private final TextPartition texts;
    private final HotKeys hot;
    private final int partitions;
    private final LongArrayList keys = new LongArrayList();
    private final LongArrayList roles = new LongArrayList();

    /** Of each row the partition, and behind it where it stands. */
    private final LongArrayList targets = new LongArrayList();

    BucketRows(TextPartition texts, HotKeys hot, int partitions) {
      this.texts = texts;
      this.hot = hot;
      this.partitions = partitions;
    }

    void add(int text, int band, long key) {
      int index = hot.index(key);
      if (index < 0) {
        add(key, band, BucketPartition.ROW | BucketPartition.COLUMN);
        return;
      }
      int own = hot.piece(index, texts.print(text));
      boolean isColumn = hot.isColumn(index, texts.number(text));
      for (int piece = 0; isColumn && piece < hot.pieces(index); piece++) {
        int role =
            piece == own ? BucketPartition.ROW | BucketPartition.COLUMN : BucketPartition.COLUMN;
        add(hot.pieceKey(index, piece), band, role);
      }
      if (!isColumn) {
        add(hot.pieceKey(index, own), band, BucketPartition.ROW);
      }
    }

    private void add(long key, int band, int role) {
      targets.add((long) Exchange.home(key, partitions) << Integer.SIZE | keys.size());
      keys.add(key);
      roles.add(band << BucketPartition.ROLE_BITS | role);
    }

    void send(int text, Outbox out) {
      targets.sort();
      for (int start = 0, end; start < targets.size(); start = end) {
        int target = target(start);
        end = start + 1;
        while (end < targets.size() && target(end) == target) {
          end++;
        }
        BlockWriter to = out.to(target);
        to.putLong(texts.number(text)).putLong(texts.print(text));
        to.putBytes(texts.sketches(), texts.sketchAt(text), texts.sketchAt(1));
        to.putInt(end - start);
        for (int i = start; i < end; i++) {
          int row = (int) targets.get(i);
          to.putLong(keys.get(row)).putInt((int) roles.get(row));
        }
      }
      keys.clear();
      roles.clear();
      targets.clear();
    }

    private int target(int index) {
      return (int) (targets.get(index) >>> Integer.SIZE);
    }
  }
}
