// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongArrayList;
import com.carrotsearch.hppc.LongHashSet;
import com.carrotsearch.hppc.cursors.IntCursor;
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

    /** By partition, the rows of a text. */
    private final BlockWriter[] rows;

    private final IntArrayList targets = new IntArrayList();

    BucketRows(TextPartition texts, HotKeys hot, int partitions) {
      this.texts = texts;
      this.hot = hot;
      rows = new BlockWriter[partitions];
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
      int target = Exchange.home(key, rows.length);
      if (rows[target] == null) {
        rows[target] = new BlockWriter();
      }
      if (rows[target].size() == 0) {
        targets.add(target);
      }
      rows[target].putLong(key).putInt(band << BucketPartition.ROLE_BITS | role);
    }

    void send(int text, Outbox out) {
      for (IntCursor target : targets) {
        BlockWriter to = out.to(target.value);
        to.putLong(texts.number(text)).putLong(texts.print(text));
        to.putBytes(texts.sketches(), texts.sketchAt(text), texts.sketchAt(1));
        to.putCounted(rows[target.value].take());
      }
      targets.clear();
    }
  }
}
