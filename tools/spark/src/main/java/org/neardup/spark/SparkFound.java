// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.neardup.spark.frames.Frames;
import org.neardup.tools.cluster.Stages;
import org.neardup.tools.cluster.config.Grouping;

/** One run: stage after stage, each when it is needed for the first time. For one thread. */
final class SparkFound implements Found {
  private final SparkSession spark;
  private final JavaSparkContext context;
  private final InputColumns columns;
  private final SparkSettings settings;
  private final RunLimits limits;
  private final RowSource source;
  private final Stages stages;
  private final Kept kept;
  private final ShuffleMeter meter = new ShuffleMeter();
  private final BandCandidates candidates;
  private FeatureTally features;
  private TextTally textTally;
  private PairTally candidateTally;
  private long near;
  private JavaRDD<TextPartition> texts;
  private JavaRDD<byte[]> pairs;
  private int rounds;
  private OpenPairs open;
  private JavaRDD<GroupPartition> groups;
  private SharedHosts mirrors = SharedHosts.NONE;
  private ClusterRows.Tally clusterTally = new ClusterRows.Tally(0, 0, Map.of(), 0);

  SparkFound(
      SparkSession spark,
      InputColumns columns,
      SparkSettings settings,
      RunLimits limits,
      Consumer<String> progress,
      RowSource source) {
    this.spark = spark;
    this.columns = columns;
    this.settings = settings;
    this.limits = limits;
    this.source = source;
    context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    kept = new Kept(context);
    candidates = new BandCandidates(kept, settings, limits);
    stages = new Stages(progress);
    spark.sparkContext().addSparkListener(meter);
    try {
      findTexts();
      findPairs();
    } catch (RuntimeException | Error failure) {
      close();
      throw failure;
    }
    stages.end();
  }

  private void findTexts() {
    stages.begin("features");
    RowLayout layout = columns.layout();
    SparkSettings with = settings;
    JavaRDD<FeatureBlock> blocks =
        kept.keep(
            source
                .rows()
                .mapPartitions(
                    partition -> new FeatureReader(partition, layout, with.comparison())));
    features = FeatureTally.of(blocks);
    stages.begin("texts");
    int partitions = limits.partitions(features.bytes(), context.defaultParallelism());
    JavaRDD<byte[]> read = blocks.map(FeatureBlock::data);
    JavaRDD<byte[]> numbered =
        layout.numbered() ? read : TextStage.numbered(read, features.sample(), partitions);
    texts = kept.keep(TextStage.of(numbered, settings, partitions));
    textTally = texts.map(TextTally::of).reduce(TextTally::plus);
    kept.drop(blocks);
  }

  private void findPairs() {
    stages.begin("candidates");
    JavaRDD<byte[]> found = kept.keep(candidates.find(texts, textTally.texts()));
    candidateTally = PairTally.of(found, settings);
    candidates.close();
    stages.begin("verification");
    SparkSettings with = settings;
    JavaRDD<byte[]> decided = decided(found, candidateTally.open());
    pairs =
        kept.keep(
            decided.mapPartitions(
                blocks -> {
                  SketchComparison comparison = with.comparison();
                  return PairBlocks.filter(blocks, comparison::passes);
                }));
    near = PairTally.of(pairs, settings).near();
    dropOpen();
    kept.drop(found);
  }

  /** Pairs of which so many are open, decided; until {@link #dropOpen} their elements are kept. */
  private JavaRDD<byte[]> decided(JavaRDD<byte[]> found, long openPairs) {
    if (openPairs == 0) {
      return found;
    }
    open = new OpenPairs(kept, settings, limits, source, columns.layout());
    return open.decide(found, texts);
  }

  private void dropOpen() {
    if (open != null) {
      open.close();
      open = null;
    }
  }

  @Override
  public Dataset<Row> pairs() {
    return spark.createDataFrame(PairRows.of(pairs, texts, settings), PairRows.SCHEMA);
  }

  @Override
  public Dataset<Row> clusters() {
    return Frames.of(spark, clusterRecords().map(ClusterRows::row), ClusterRows.SCHEMA);
  }

  @Override
  public JavaRDD<Cluster> clusterRecords() {
    findClusters();
    SharedHosts hosts = mirrors;
    SparkSettings with = settings;
    return groups.mapPartitions(
        partition -> ClusterRows.clusters(partition.next(), hosts, with.comparison().packing()));
  }

  @Override
  public Dataset<Row> oneVersion() {
    findClusters();
    return new SurvivingRows(spark, columns).of(source.frame(), groups, clusterTally.repeats() > 0);
  }

  @Override
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
    groups = kept.keep(Gathering.of(assigned, texts, textTally.bounds(partitions)));
    if (textTally.hasHosts()) {
      mirrors = SharedHosts.of(texts, groups);
    }
    SharedHosts hosts = mirrors;
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
    int homes = limits.partitions(near * 3 * Long.SIZE, context.defaultParallelism());
    if (settings.grouping() == Grouping.ANCHORED) {
      AnchoredRounds anchored = new AnchoredRounds(kept, limits, homes);
      JavaRDD<byte[]> assigned = anchored.assign(pairs);
      rounds = anchored.rounds();
      return assigned;
    }
    StarRounds stars = new StarRounds(kept, limits, homes);
    JavaRDD<byte[]> connected =
        kept.keep(SketchPairs.compare(stars.assign(pairs), texts, settings));
    rounds = stars.rounds();
    return decided(connected, PairTally.of(connected, settings).open());
  }

  @Override
  public Counts counts() {
    Map<String, Long> kinds = new TreeMap<>();
    clusterTally
        .kinds()
        .forEach((kind, count) -> kinds.put(kind.name().toLowerCase(Locale.ROOT), count));
    return new Counts(
        features.documents(),
        features.documents() - features.withText(),
        features.rejected(),
        textTally.texts(),
        candidateTally.pairs(),
        candidateTally.open(),
        near,
        clusterTally.clusters(),
        clusterTally.clustered(),
        kinds,
        candidates.hotBuckets(),
        candidates.skippedPairs(),
        rounds,
        meter.bytes(),
        stages.seconds());
  }

  @Override
  public void close() {
    kept.close();
    spark.sparkContext().removeSparkListener(meter);
  }

  /**
   * Counts documents.
   *
   * @param bytes of what is known of them
   */
  private record FeatureTally(
      long documents, long withText, long rejected, long bytes, List<byte[]> sample) {

    static FeatureTally of(JavaRDD<FeatureBlock> blocks) {
      List<FeatureBlock> all = blocks.map(FeatureBlock::withoutData).collect();
      return new FeatureTally(
          all.stream().mapToLong(FeatureBlock::documents).sum(),
          all.stream().mapToLong(FeatureBlock::withText).sum(),
          all.stream().mapToLong(FeatureBlock::rejected).sum(),
          all.stream().mapToLong(FeatureBlock::bytes).sum(),
          all.stream().flatMap(each -> List.of(each.sample()).stream()).toList());
    }
  }
}
