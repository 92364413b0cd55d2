// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import com.carrotsearch.hppc.LongHashSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import org.neardup.tools.cluster.config.ClusterConfig;
import scala.Tuple2;

/**
 * The way of texts into buckets, those that share a band key: first all keys are asked about, 8
 * bytes each, then the texts of keys with several go to their buckets, with their sketches.
 */
final class BandBuckets {
  private BandBuckets() {}

  /** Asks which keys of a partition's texts are shared. */
  static Iterator<Tuple2<Integer, byte[]>> ask(
      int asker, TextPartition texts, ClusterConfig settings, int homes) {
    SketchComparison comparison = new SketchComparison(settings);
    return Outbox.drain(
        homes,
        IntStream.range(0, texts.size()).iterator(),
        (text, out) -> {
          long[] keys = comparison.keys(texts.sketches(), texts.sketchAt(text));
          KeyAnswers.ask(asker, keys, out, homes);
        });
  }

  /** Finds, by hot key, the numbers of the first texts in a partition: as many as are columns. */
  static Iterator<Tuple2<Long, long[]>> first(
      TextPartition texts, ClusterConfig settings, Set<Long> hotKeys) {
    Map<Long, LongArrayList> numbers = new HashMap<>();
    SketchComparison comparison = new SketchComparison(settings);
    for (int text = 0; text < texts.size(); text++) {
      for (long key : comparison.keys(texts.sketches(), texts.sketchAt(text))) {
        if (hotKeys.contains(key)) {
          numbers.computeIfAbsent(key, hot -> new LongArrayList()).add(texts.number(text));
        }
      }
    }
    return Exchange.each(
        numbers.entrySet().iterator(),
        each -> new Tuple2<>(each.getKey(), first(each.getValue().stream(), settings.maxBucket())));
  }

  /** The least of some numbers, ascending. */
  static long[] first(LongStream numbers, int limit) {
    return numbers.sorted().limit(limit).toArray();
  }

  /** Sends texts to their buckets, as {@link BucketPartition} reads them. */
  static Iterator<Tuple2<Integer, byte[]>> send(
      TextPartition texts,
      Iterator<byte[]> answers,
      ClusterConfig settings,
      HotKeys hot,
      int partitions) {
    SketchComparison comparison = new SketchComparison(settings);
    LongHashSet shared = KeyAnswers.keys(answers);
    BucketRows rows = new BucketRows(texts, hot, partitions);
    return Outbox.drain(
        partitions,
        IntStream.range(0, texts.size()).iterator(),
        (text, out) -> {
          long[] keys = comparison.keys(texts.sketches(), texts.sketchAt(text));
          for (int band = 0; band < keys.length; band++) {
            if (shared.contains(keys[band])) {
              rows.add(text, band, keys[band]);
            }
          }
          rows.send(text, out);
        });
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
      HotKeys.Bucket bucket = hot.buckets().get(key);
      if (bucket == null) {
        add(key, band, BucketPartition.ROW | BucketPartition.COLUMN);
        return;
      }
      int own = bucket.piece(texts.print(text));
      boolean isColumn = bucket.isColumn(texts.number(text));
      for (int piece = 0; isColumn && piece < bucket.pieces(); piece++) {
        int role =
            piece == own ? BucketPartition.ROW | BucketPartition.COLUMN : BucketPartition.COLUMN;
        add(bucket.pieceKey(piece), band, role);
      }
      if (!isColumn) {
        add(bucket.pieceKey(own), band, BucketPartition.ROW);
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
