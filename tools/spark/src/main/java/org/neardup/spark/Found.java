// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;
import static org.neardup.spark.DocumentRows.NUMBER;
import static org.neardup.spark.DocumentRows.TEXT;
import static org.neardup.spark.PairRows.BASIS;
import static org.neardup.spark.PairRows.EARLIER;
import static org.neardup.spark.PairRows.LATER;
import static org.neardup.spark.PairRows.RESEMBLANCE;

import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Grouping;

/**
 * The near-duplicates of one data frame. Stages run one after the other, each when it is needed for
 * the first time. Holds storage of the cluster until it is closed. For one thread.
 */
public final class Found implements AutoCloseable {
  /** Of rejected rows, why they could not be used. */
  public static final String REASON = "neardup_reason";

  /** In one version, the id of a document, which represents itself. */
  public static final String REPRESENTATIVE = KeptDocuments.REPRESENTATIVE;

  /** In one version, the ids of what a document stands for, in order. */
  public static final String VERSIONS = KeptDocuments.VERSIONS;

  private final Dataset<Row> input;
  private final InputColumns columns;
  private final ClusterConfig config;
  private final EngineRun run;
  private DocumentRows documents;
  private BandCandidates candidates;
  private PairRows pairs;
  private long compared;
  private long inDoubt;
  private Dataset<Row> near;
  private long nearPairs;
  private Clusters clusters;
  private Map<String, Clusters.Tally> kinds = Map.of();

  private Found(Dataset<Row> input, InputColumns columns, ClusterConfig config, EngineRun run) {
    this.input = input;
    this.columns = columns;
    this.config = config;
    this.run = run;
  }

  static Found of(Dataset<Row> input, InputColumns columns, ClusterConfig config, EngineRun run) {
    Found found = new Found(input, columns, config, run);
    try {
      found.findPairs();
      return found;
    } catch (Throwable failure) { // Scala throws what it does not declare
      found.close();
      throw failure;
    }
  }

  private void findPairs() {
    documents = DocumentRows.of(input, columns, config, run);
    pairs = new PairRows(run, config, columns, input, documents);
    candidates = new BandCandidates(run, config);
    Dataset<Row> found = run.keep(candidates.find(documents.sketches()));
    Row counts = found.agg(count(lit(1)), count(when(pairs.isInDoubt(), 1))).first();
    compared = counts.getLong(0);
    inDoubt = counts.getLong(1);
    run.begin("verification");
    near = run.keep(pairs.near(pairs.decided(found, inDoubt)));
    nearPairs = near.count();
    run.drop(found);
    run.end();
  }

  /**
   * Pairs of documents that are near-duplicates, copies of a text included: {@code id, other,
   * resemblance, basis, standard_error}; {@code id} is the earlier one.
   */
  public Dataset<Row> pairs() {
    Dataset<Row> all = documents.withText();
    Dataset<Row> named = all.select(TEXT, NUMBER, DocumentRows.ID);
    Dataset<Row> ofTexts =
        near.join(named.toDF(LATER, "a", "a_id"), LATER)
            .join(named.toDF(EARLIER, "b", "b_id"), EARLIER)
            .select("a", "a_id", "b", "b_id", RESEMBLANCE, BASIS);
    Dataset<Row> copies =
        all.where(col(DocumentRows.COPIES).gt(1)).select(TEXT, NUMBER, DocumentRows.ID);
    Dataset<Row> ofCopies =
        copies
            .toDF(TEXT, "a", "a_id")
            .join(copies.toDF(TEXT, "b", "b_id"), TEXT)
            .where(col("b").lt(col("a")))
            .select(
                col("a"),
                col("a_id"),
                col("b"),
                col("b_id"),
                lit(1.0).as(RESEMBLANCE),
                lit(PairComparison.SAME_TEXT).as(BASIS));
    PairComparison.PerTask comparison = new PairComparison.PerTask(config);
    UDF2<Double, String, Double> value =
        (resemblance, basis) -> comparison.get().shown(resemblance, basis).value();
    UDF2<Double, String, Double> error =
        (resemblance, basis) -> comparison.get().shown(resemblance, basis).standardError();
    return ofTexts
        .union(ofCopies)
        .select(
            when(col("b").lt(col("a")), col("b_id")).otherwise(col("a_id")).as("id"),
            when(col("b").lt(col("a")), col("a_id")).otherwise(col("b_id")).as("other"),
            udf(value, DataTypes.DoubleType).apply(col(RESEMBLANCE), col(BASIS)).as(RESEMBLANCE),
            col(BASIS),
            udf(error, DataTypes.DoubleType)
                .apply(col(RESEMBLANCE), col(BASIS))
                .as("standard_error"));
  }

  /**
   * Groups of at least two documents, in the order of their representatives: {@code representative,
   * documents, kind, reason, members}, the latter {@code id, resemblance, by} in the order of the
   * documents.
   */
  public Dataset<Row> clusters() {
    findClusters();
    return clusters.rows();
  }

  /**
   * The documents that represent themselves, with all columns of the input and {@code
   * neardup_representative, neardup_versions}: the ids of what each stands for, in order.
   */
  public Dataset<Row> oneVersion() {
    findClusters();
    return new KeptDocuments(run.spark(), columns, input).rows(clusters);
  }

  /** Rows that could not be used, with all columns of the input and {@link #REASON}. */
  public Dataset<Row> rejected() {
    return columns.rejected(input, REASON);
  }

  private void findClusters() {
    if (clusters != null) {
      return;
    }
    run.begin("grouping");
    clusters = Clusters.of(run.keep(assigned()), documents, config, run);
    kinds = clusters.tally();
    run.end();
  }

  /** Each text that is not its own representative, with that. */
  private Dataset<Row> assigned() {
    if (config.grouping() == Grouping.ANCHORED) {
      return new AnchoredRounds(run).assign(near, nearPairs);
    }
    Dataset<Row> connected = run.keep(pairs.compared(new StarRounds(run).assign(near)));
    return pairs.decided(connected, connected.where(pairs.isInDoubt()).count());
  }

  /** What was found so far: those of clusters are there after {@link #clusters}. */
  public Counts counts() {
    Map<String, Long> ofKinds = new TreeMap<>();
    kinds.forEach((kind, tally) -> ofKinds.put(kind, tally.clusters()));
    return new Counts(
        documents.accepted(),
        documents.withoutText(),
        documents.rejected(),
        documents.texts(),
        compared,
        inDoubt,
        nearPairs,
        ofKinds.values().stream().mapToLong(each -> each).sum(),
        kinds.values().stream().mapToLong(Clusters.Tally::documents).sum(),
        ofKinds,
        candidates.hotBuckets(),
        candidates.skippedPairs(),
        run.rounds(),
        run.shuffledBytes(),
        run.seconds());
  }

  @Override
  public void close() {
    run.close();
  }
}
