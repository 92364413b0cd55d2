// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.neardup.compare.Guard;
import org.neardup.index.Preference;
import org.neardup.index.Verification;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Content;
import org.neardup.tools.cluster.config.Grouping;
import org.neardup.tools.cluster.config.OutputFormat;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.config.SketchKind;
import org.neardup.tools.console.Json;

/**
 * Finds the near-duplicates of a data frame: those that {@code neardup cluster} finds in files with
 * the same texts, in the same order and with the same settings, however many partitions, tasks and
 * executors there are.
 *
 * <pre>{@code
 * NearDuplicates near = NearDuplicates.of(spark).id("url").text("body").threshold(0.8);
 * try (Found found = near.find(pages)) {
 *   found.clusters().write().parquet("clusters");
 *   found.oneVersion().write().parquet("pages-once");
 *   System.out.println(found.counts());
 * }
 * }</pre>
 *
 * <p>Immutable: each setter gives another one, and throws IllegalArgumentException if its value is
 * out of range. A data frame may be read up to three times and must be the same each time.
 */
public final class NearDuplicates {
  private final SparkSession spark;
  private final InputColumns columns;
  private final ClusterConfig config;
  private final RunLimits limits;
  private final Consumer<String> progress;

  private NearDuplicates(
      SparkSession spark,
      InputColumns columns,
      ClusterConfig config,
      RunLimits limits,
      Consumer<String> progress) {
    this.spark = Objects.requireNonNull(spark, "spark");
    this.columns = columns;
    this.config = config;
    this.limits = limits;
    this.progress = progress;
  }

  /** Begins with the defaults of {@code neardup cluster}. */
  public static NearDuplicates of(SparkSession spark) {
    return new NearDuplicates(
        spark, InputColumns.DEFAULTS, ClusterConfig.defaults(), RunLimits.DEFAULTS, stage -> {});
  }

  /** Column of strings that name documents; default {@code id}. */
  public NearDuplicates id(String column) {
    return with(columns.with(InputColumns.Role.ID, Objects.requireNonNull(column, "id")));
  }

  /** Columns whose values make the text, each on a line of its own; default {@code text}. */
  public NearDuplicates text(String... names) {
    if (names.length == 0) {
      throw new IllegalArgumentException("text must name at least one column, got none");
    }
    return with(columns.withTexts(List.of(names)));
  }

  /**
   * Order of the documents, ascending, null first; where it leaves it open, and by default, that of
   * their ids, then that of their texts' fingerprints. The first document of a text, and the first
   * text of a group, stand for the others.
   *
   * @param order of numbers, strings, booleans, bytes, dates or times
   */
  public NearDuplicates order(Column... order) {
    return with(columns.withOrder(List.of(order)));
  }

  /**
   * Column of longs, none twice, that number the documents in their order, which takes the place of
   * {@link #order} and spares sorting.
   */
  public NearDuplicates position(String column) {
    return with(
        columns.with(InputColumns.Role.POSITION, Objects.requireNonNull(column, "position")));
  }

  /**
   * Which document stands for others, as {@code neardup index --keep} has it: {@code first}, {@code
   * last}, {@code longest}, {@code max:COLUMN}, {@code min:COLUMN}, or several with commas between.
   * Documents are then taken in the order of preference.
   */
  public NearDuplicates preference(String criteria) {
    return with(columns.withPreference(Preference.parse(criteria)));
  }

  /** Column across whose values nothing is a near-duplicate; null is a value of its own. */
  public NearDuplicates scope(String column) {
    return with(columns.with(InputColumns.Role.SCOPE, Objects.requireNonNull(column, "scope")));
  }

  /** Least resemblance of near-duplicates, above 0, at most 1; default .8. */
  public NearDuplicates threshold(double threshold) {
    return with(config.withComparison(config.shingling(), threshold));
  }

  /** What is compared: {@code word:K}, {@code char:K} or {@code bag}; default {@code word:5}. */
  public NearDuplicates shingling(String shingling) {
    return with(config.withComparison(ClusterConfig.shingling(shingling), config.threshold()));
  }

  /**
   * What makes the words: an analyzer of Lucene's in lower case without its ending, or a class on
   * the class path; {@code nfkc} or {@code nfc} and a blank before it if letters are made equal
   * first. Default {@code nfkc standard}.
   */
  public NearDuplicates analyzer(String name) {
    Analyzers.named(name).close();
    return with(config.withAnalyzer(name));
  }

  /**
   * Guards without which no two texts are near-duplicates, as {@code numbers,negations,names};
   * default "" for none. With {@code lossless} the longest document is preferred; a later {@link
   * #preference} replaces that. That the values of a field agree is what a scope is for.
   */
  public NearDuplicates guard(String names) {
    Stream<String> each = names.isEmpty() ? Stream.of() : Stream.of(names.split(",", -1));
    return config(config.withGuards(Guard.withoutFields(each.map(Guard::parse).toList())));
  }

  /** {@code fast:SLOTS} or {@code minhash:SLOTS}; default {@code fast:128}. */
  public NearDuplicates sketch(String sketch) {
    return with(config.withCandidates(CandidateMethod.LSH, SketchKind.parse(sketch)));
  }

  /** What decides: {@code auto}, {@code sketch} or {@code exact}; default {@code auto}. */
  public NearDuplicates verification(String verification) {
    return with(
        config.withGrouping(
            config.grouping(),
            named(Verification.class, "verification", verification),
            config.maxBucket()));
  }

  /** What groups are: {@code anchored} or {@code transitive}; default {@code anchored}. */
  public NearDuplicates grouping(String grouping) {
    return with(
        config.withGrouping(
            named(Grouping.class, "grouping", grouping),
            config.verification(),
            config.maxBucket()));
  }

  /**
   * In a bucket of more texts, each is compared with the first so many only; such buckets, and the
   * pairs that are skipped, are counted. Default 1,000.
   */
  public NearDuplicates maxBucket(int texts) {
    return with(config.withGrouping(config.grouping(), config.verification(), texts));
  }

  /** Column with the address of a page, which kinds of groups go by. */
  public NearDuplicates url(String column) {
    return with(columns.with(InputColumns.Role.URL, column));
  }

  /** Column with the date of a version, which kinds of groups go by. */
  public NearDuplicates date(String column) {
    return with(columns.with(InputColumns.Role.DATE, column));
  }

  /** Column with the path of a document, which kinds of groups go by. */
  public NearDuplicates path(String column) {
    return with(columns.with(InputColumns.Role.PATH, column));
  }

  /** Column with the main text of a page, which kinds of groups go by. */
  public NearDuplicates mainText(String column) {
    return with(columns.with(InputColumns.Role.MAIN_TEXT, column));
  }

  /** Receives the name of each stage as it begins. */
  public NearDuplicates progress(Consumer<String> stages) {
    return new NearDuplicates(
        spark, columns, config, limits, Objects.requireNonNull(stages, "progress"));
  }

  NearDuplicates limits(RunLimits newLimits) {
    return new NearDuplicates(spark, columns, config, newLimits, progress);
  }

  private NearDuplicates with(InputColumns newColumns) {
    return new NearDuplicates(spark, newColumns, config, limits, progress);
  }

  ClusterConfig config() {
    return config;
  }

  private NearDuplicates with(ClusterConfig newConfig) {
    return new NearDuplicates(spark, columns, newConfig, limits, progress);
  }

  private static <E extends Enum<E>> E named(Class<E> type, String setting, String name) {
    List<String> names = Stream.of(type.getEnumConstants()).map(Json::lower).toList();
    if (!names.contains(name)) {
      throw new IllegalArgumentException(
          setting + " must be one of " + String.join(", ", names) + ", got " + name);
    }
    return type.getEnumConstants()[names.indexOf(name)];
  }

  /**
   * All that {@code neardup cluster} compares by, in the place of the setters for it. With guard
   * {@code lossless} the longest document is preferred, as with {@link #guard}.
   *
   * @throws IllegalArgumentException if it is not of clusters by the resemblance of whole texts
   *     with candidates {@code lsh}, or its analyzer is unknown
   */
  public NearDuplicates config(ClusterConfig given) {
    if (given.relation() != Relation.RESEMBLANCE
        || given.candidates() != CandidateMethod.LSH
        || given.content() != Content.FULL
        || given.format() != OutputFormat.CLUSTERS
        || given.comparesValues()) {
      throw new IllegalArgumentException(
          "config must be of clusters by the resemblance of whole texts with candidates lsh, got "
              + given.settings());
    }
    Analyzers.named(given.analyzer()).close();
    NearDuplicates with = with(given);
    return given.ordersBySize() ? with.with(columns.withPreference(Preference.LONGEST)) : with;
  }

  /** What makes a difference, by the names of the options of {@code neardup cluster}. */
  public Map<String, String> settings() {
    return config.settings();
  }

  /**
   * Finds the pairs of a data frame; clusters and what is left are made of them when they are asked
   * for.
   */
  public Found find(Dataset<Row> documents) {
    return Found.of(documents, columns, config, new EngineRun(spark, limits, progress));
  }
}
