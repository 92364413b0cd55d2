// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.neardup.tools.cluster.Stages;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Grouping;
import org.neardup.tools.console.Json;

/**
 * The near-duplicates of one data frame. Stages run one after the other, each when it is needed for
 * the first time. Holds storage of the cluster until it is closed. For one thread.
 */
public final class Found implements AutoCloseable {
  private final SparkSession spark;
  private final InputColumns columns;
  private final ClusterConfig settings;
  private final ReadDocuments source;
  private final Stages stages;
  private final Kept kept;
  private final ShuffleMeter meter = new ShuffleMeter();
  private final BandCandidates candidates;
  private FeatureReader.Block features;
  private TextStage.Tally textTally;
  private long compared;
  private long inDoubt;
  private long near;
  private JavaRDD<TextPartition> texts;
  private JavaRDD<byte[]> pairs;
  private int rounds;
  private OpenPairs open;
  private JavaRDD<GroupPartition> groups;
  private ClusterRows.SharedHosts mirrors = ClusterRows.SharedHosts.NONE;
  private ClusterRows.Tally clusterTally = new ClusterRows.Tally(0, 0, Map.of(), 0);

  Found(
      SparkSession spark,
      InputColumns columns,
      ClusterConfig settings,
      RunLimits limits,
      Consumer<String> progress,
      ReadDocuments source) {
    this.spark = spark;
    this.columns = columns;
    this.settings = settings;
    this.source = source;
    kept = new Kept(JavaSparkContext.fromSparkContext(spark.sparkContext()), limits);
    candidates = new BandCandidates(kept, settings);
    stages = new Stages(progress);
    spark.sparkContext().addSparkListener(meter);
    try {
      findTexts();
      findPairs();
    } catch (Throwable failure) { // Scala throws what it does not declare
      close();
      throw failure;
    }
    stages.end();
  }

  private void findTexts() {
    stages.begin("features");
    RowLayout layout = columns.layout();
    ClusterConfig with = settings;
    JavaRDD<FeatureReader.Block> blocks =
        kept.keep(
            source
                .rows(columns.names())
                .mapPartitions(
                    partition -> new FeatureReader(partition, layout, new SketchComparison(with))));
    features = blocks.fold(FeatureReader.Block.EMPTY, FeatureReader.Block::plus);
    stages.begin("texts");
    int partitions = kept.partitions(features.bytes());
    JavaRDD<byte[]> read = blocks.map(FeatureReader.Block::data);
    JavaRDD<byte[]> numbered =
        layout.numbered() ? read : TextStage.numbered(spark, read, partitions);
    texts = kept.keep(TextStage.of(numbered, settings, partitions));
    textTally = texts.map(TextStage.Tally::of).reduce(TextStage.Tally::plus);
    kept.drop(blocks);
  }

  private void findPairs() {
    stages.begin("candidates");
    JavaRDD<byte[]> found = kept.keep(candidates.find(texts, textTally.texts()));
    compared = PairBlocks.count(found, pair -> true);
    inDoubt = PairBlocks.count(found, TextPair::isOpen);
    candidates.close();
    stages.begin("verification");
    ClusterConfig with = settings;
    JavaRDD<byte[]> decided = decided(found, inDoubt);
    pairs =
        kept.keep(
            decided.mapPartitions(
                blocks -> {
                  SketchComparison comparison = new SketchComparison(with);
                  return PairBlocks.filter(blocks, comparison::passes);
                }));
    near = PairBlocks.count(pairs, pair -> true);
    dropOpen();
    kept.drop(found);
  }

  /** Pairs of which so many are open, decided; until {@link #dropOpen} their elements are kept. */
  private JavaRDD<byte[]> decided(JavaRDD<byte[]> found, long openPairs) {
    if (openPairs == 0) {
      return found;
    }
    open = new OpenPairs(kept, settings, source, columns);
    return open.decide(found, texts);
  }

  private void dropOpen() {
    if (open != null) {
      open.close();
      open = null;
    }
  }

  /**
   * Pairs of documents that are near-duplicates, copies of a text included: {@code id, other,
   * resemblance, basis, standard_error}; {@code id} is the earlier one.
   */
  public Dataset<Row> pairs() {
    return spark.createDataFrame(PairRows.of(pairs, texts, settings), PairRows.SCHEMA);
  }

  /**
   * Groups of at least two documents, in the order of their representatives: {@code representative,
   * documents, kind, reason, members}, the latter {@code id, resemblance, by} in the order of the
   * documents.
   */
  public Dataset<Row> clusters() {
    return spark.createDataFrame(clusterRecords().map(ClusterRows::row), ClusterRows.SCHEMA);
  }

  /** The same groups, in the same order, without a data frame. */
  public JavaRDD<Cluster> clusterRecords() {
    findClusters();
    ClusterRows.SharedHosts hosts = mirrors;
    ClusterConfig with = settings;
    return groups.mapPartitions(
        partition ->
            ClusterRows.clusters(partition.next(), hosts, new SketchComparison(with).packing()));
  }

  /**
   * The documents that represent themselves, with all columns of the input and {@code
   * neardup_representative, neardup_versions}: the ids of what each stands for, in order.
   */
  public Dataset<Row> oneVersion() {
    findClusters();
    return new SurvivingRows(spark, columns).of(source.frame(), groups, clusterTally.repeats() > 0);
  }

  /** Rows that could not be used: {@code id, reason}. */
  public Dataset<Row> rejected() {
    return columns.rejected(source.frame());
  }

  private void findClusters() {
    if (groups != null) {
      return;
    }
    stages.begin("grouping");
    JavaRDD<byte[]> assigned = kept.keep(assigned());
    stages.begin("clusters");
    int partitions = texts.getNumPartitions();
    groups = kept.keep(GroupPartition.gather(assigned, texts, textTally.bounds(partitions)));
    if (textTally.hasHosts()) {
      mirrors = ClusterRows.SharedHosts.of(texts, groups);
    }
    ClusterRows.SharedHosts hosts = mirrors;
    clusterTally =
        groups
            .map(partition -> ClusterRows.Tally.of(partition, hosts))
            .reduce(ClusterRows.Tally::plus);
    dropOpen();
    kept.drop(assigned);
    stages.end();
  }

  /** Each text that is not its own representative, with that. */
  private JavaRDD<byte[]> assigned() {
    int homes = kept.partitions(near * 3 * Long.SIZE);
    if (settings.grouping() == Grouping.ANCHORED) {
      return new AnchoredRounds(kept, homes, () -> rounds++).assign(pairs);
    }
    StarRounds stars = new StarRounds(kept, homes, () -> rounds++);
    JavaRDD<byte[]> connected = kept.keep(StarRounds.compare(stars.assign(pairs), texts, settings));
    return decided(connected, PairBlocks.count(connected, TextPair::isOpen));
  }

  /** What was found so far: those of clusters are there after {@link #clusters}. */
  public Counts counts() {
    Map<String, Long> kinds = new TreeMap<>();
    clusterTally.kinds().forEach((kind, count) -> kinds.put(Json.lower(kind), count));
    return new Counts(
        features.documents(),
        features.documents() - features.withText(),
        features.rejected(),
        textTally.texts(),
        compared,
        inDoubt,
        near,
        clusterTally.clusters(),
        clusterTally.clustered(),
        kinds,
        candidates.hotBuckets(),
        candidates.skippedPairs(),
        rounds,
        meter.bytes.get(),
        stages.seconds());
  }

  @Override
  public void close() {
    kept.close();
    spark.sparkContext().removeSparkListener(meter);
  }

  /** Counts the bytes that tasks write for others to read, compressed, by all jobs meanwhile. */
  private static final class ShuffleMeter extends SparkListener {
    private final AtomicLong bytes = new AtomicLong();

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      if (end.taskMetrics() != null) {
        bytes.addAndGet(end.taskMetrics().shuffleWriteMetrics().bytesWritten());
      }
    }
  }
}
