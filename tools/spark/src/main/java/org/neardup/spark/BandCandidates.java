// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.neardup.spark.blocks.Exchange;
import org.neardup.tools.cluster.config.ClusterConfig;
import scala.Tuple2;

/** Finds pairs of texts that may be near-duplicates, by the bands of their sketches. */
final class BandCandidates {
  /** Bytes of a row of a bucket, and of its text without the sketch, roughly. */
  private static final long ROW_BYTES = 40;

  private final Kept kept;
  private final ClusterConfig settings;
  private JavaRDD<KeyAnswers> answers;
  private long hotBuckets;
  private long skippedPairs;

  BandCandidates(Kept kept, ClusterConfig settings) {
    this.kept = kept;
    this.settings = settings;
  }

  /** How many buckets have more texts than they may. */
  long hotBuckets() {
    return hotBuckets;
  }

  /** How many pairs are skipped for that. */
  long skippedPairs() {
    return skippedPairs;
  }

  /** Gives {@link TextPair}s, each once; those in doubt are open. */
  JavaRDD<byte[]> find(JavaRDD<TextPartition> texts, long textCount) {
    ClusterConfig with = settings;
    int homes = texts.getNumPartitions();
    SketchComparison comparison = new SketchComparison(with);
    int asked = kept.partitions(textCount * comparison.bands().bands() * 32);
    JavaRDD<Tuple2<Integer, byte[]>> questions =
        texts.mapPartitionsWithIndex(
            (asker, partition) -> BandBuckets.ask(asker, partition.next(), with, asked), false);
    answers =
        kept.keep(
            Exchange.of(questions, asked)
                .mapPartitions(blocks -> Exchange.only(KeyAnswers.of(blocks, with.maxBucket()))));
    List<KeyAnswers> counts = answers.map(KeyAnswers::counts).collect();
    long members = counts.stream().mapToLong(KeyAnswers::members).sum();
    HotKeys found = hotKeys(texts, counts);
    hotBuckets = found.buckets().size();
    skippedPairs = found.skippedPairs(with.maxBucket());
    Broadcast<HotKeys> hot = kept.context().broadcast(found);
    int buckets = kept.partitions(members * (ROW_BYTES + comparison.packing().bytes()));
    JavaRDD<byte[]> shared = Exchange.of(answers.mapPartitions(each -> each.next().send()), homes);
    JavaRDD<Tuple2<Integer, byte[]>> sent =
        texts.zipPartitions(
            shared,
            (partition, keys) ->
                BandBuckets.send(partition.next(), keys, with, hot.value(), buckets));
    return Exchange.of(sent, buckets)
        .mapPartitions(blocks -> BucketPartition.compare(blocks, with, hot.value()));
  }

  /** Drops what is kept for the pairs to be found. */
  void close() {
    kept.drop(answers);
  }

  private HotKeys hotKeys(JavaRDD<TextPartition> texts, List<KeyAnswers> counts) {
    Map<Long, Long> totals = new HashMap<>();
    counts.forEach(each -> totals.putAll(each.hot()));
    Map<Long, HotKeys.Bucket> hot = new HashMap<>();
    if (!totals.isEmpty()) {
      first(texts, Set.copyOf(totals.keySet()))
          .forEach(
              (key, first) -> {
                int pieces = (int) (totals.get(key) / kept.limits().pieceRows()) + 1;
                long lastColumn = first[first.length - 1];
                hot.put(key, new HotKeys.Bucket(key, totals.get(key), lastColumn, pieces));
              });
    }
    return new HotKeys(hot);
  }

  /** By hot key, the numbers of the texts that are columns of its bucket. */
  private Map<Long, long[]> first(JavaRDD<TextPartition> texts, Set<Long> keys) {
    ClusterConfig with = settings;
    Broadcast<Set<Long>> hot = kept.context().broadcast(keys);
    return texts
        .mapPartitionsToPair(partition -> BandBuckets.first(partition.next(), with, hot.value()))
        .reduceByKey(
            (a, b) ->
                BandBuckets.first(
                    LongStream.concat(Arrays.stream(a), Arrays.stream(b)), with.maxBucket()))
        .collectAsMap();
  }
}
