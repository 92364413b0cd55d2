// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.neardup.spark.DocumentRows.COPIES;
import static org.neardup.spark.DocumentRows.NUMBER;
import static org.neardup.spark.DocumentRows.TEXT;
import static org.neardup.spark.Features.HOST;
import static org.neardup.spark.Features.PAGE;
import static org.neardup.spark.Features.SKETCH;
import static org.neardup.spark.PairRows.BASIS;
import static org.neardup.spark.PairRows.EARLIER;
import static org.neardup.spark.PairRows.LATER;
import static org.neardup.spark.PairRows.RESEMBLANCE;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.api.java.function.FlatMapGroupsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.grouping.Kinds;
import org.neardup.tools.cluster.grouping.MirrorRule;
import org.neardup.tools.cluster.text.PageTraits;
import org.neardup.tools.cluster.text.TextSketches;
import org.neardup.tools.console.Compared;
import org.neardup.tools.console.Json;

/** The documents of each group of at least two, and what kind of group it is. */
final class Clusters {
  /** The text that stands for a group. */
  static final String GROUP = "group";

  static final String REPRESENTATIVE = "representative";
  static final String DOCUMENTS = "documents";
  static final String KIND = "kind";

  static final StructType SCHEMA =
      new StructType()
          .add(REPRESENTATIVE, DataTypes.StringType, false)
          .add(DOCUMENTS, DataTypes.LongType, false)
          .add(KIND, DataTypes.StringType, false)
          .add("reason", DataTypes.StringType, false)
          .add(
              "members",
              DataTypes.createArrayType(
                  new StructType()
                      .add("id", DataTypes.StringType, false)
                      .add(RESEMBLANCE, DataTypes.DoubleType, false)
                      .add("by", DataTypes.StringType, false),
                  false),
              false);

  private static final StructType WITH_GROUP = SCHEMA.add(GROUP, DataTypes.LongType, false);

  private final Dataset<Row> members;
  private final Dataset<Row> clusters;

  private Clusters(Dataset<Row> members, Dataset<Row> clusters) {
    this.members = members;
    this.clusters = clusters;
  }

  /**
   * Brings the documents of each group together.
   *
   * @param assigned near pairs of each text that is not its own representative, and of that
   */
  static Clusters of(
      Dataset<Row> assigned, DocumentRows documents, ClusterConfig config, EngineRun run) {
    run.begin("clusters");
    Dataset<Row> ofTexts =
        assigned
            .select(col(LATER).as(TEXT), col(EARLIER).as(GROUP), col(RESEMBLANCE), col(BASIS))
            .union(
                assigned
                    .select(col(EARLIER).as(TEXT), col(EARLIER).as(GROUP))
                    .distinct()
                    .withColumn(RESEMBLANCE, lit(1.0))
                    .withColumn(BASIS, lit(PairComparison.SAME_TEXT)));
    Dataset<Row> members =
        run.keep(
            documents
                .withText()
                .drop(SKETCH)
                .join(ofTexts, new String[] {TEXT}, "left")
                .where(col(GROUP).isNotNull().or(col(COPIES).gt(1)))
                .withColumn(GROUP, coalesce(col(GROUP), col(TEXT)))
                .withColumn(RESEMBLANCE, coalesce(col(RESEMBLANCE), lit(1.0)))
                .withColumn(BASIS, coalesce(col(BASIS), lit(PairComparison.SAME_TEXT))));
    Mirrors mirrors =
        documents.withHost() > 0
            ? Mirrors.among(documents.withText(), members)
            : new Mirrors(Set.of());
    PairComparison.PerTask comparison = new PairComparison.PerTask(config);
    return new Clusters(
        members,
        run.keep(
            ofGroups(
                members,
                (group, each) ->
                    List.of(cluster(group, each, mirrors, comparison.get())).iterator(),
                Encoders.row(WITH_GROUP))));
  }

  /** What is made of the documents of each group, which come in their order. */
  private static <T> Dataset<T> ofGroups(
      Dataset<Row> members, FlatMapGroupsFunction<Long, Row, T> make, Encoder<T> encoder) {
    return members
        .groupBy(GROUP)
        .as(Encoders.LONG(), Encoders.row(members.schema()))
        .flatMapSortedGroups(new Column[] {col(NUMBER)}, make, encoder);
  }

  <T> Dataset<T> ofGroups(FlatMapGroupsFunction<Long, Row, T> make, Encoder<T> encoder) {
    return ofGroups(members, make, encoder);
  }

  /** The groups as rows, in the order of their representatives. */
  Dataset<Row> rows() {
    return clusters.orderBy(GROUP).drop(GROUP);
  }

  private static Row cluster(
      long group, Iterator<Row> documents, Mirrors mirrors, PairComparison comparison) {
    List<PageTraits> pages = new ArrayList<>();
    Set<Long> texts = new HashSet<>();
    List<Row> members = new ArrayList<>();
    String representative = null;
    while (documents.hasNext()) {
      Row document = documents.next();
      String id = document.getAs(DocumentRows.ID);
      long[] hashes = TextSketches.longs(document.getAs(PAGE));
      pages.add(PageTraits.ofLongs(document.getAs(HOST), hashes));
      texts.add(document.getAs(TEXT));
      if (representative == null) {
        representative = id;
      } else {
        String basis = document.getAs(BASIS);
        double resemblance = document.<Double>getAs(RESEMBLANCE);
        members.add(RowFactory.create(id, comparison.shown(resemblance, basis).value(), basis));
      }
    }
    Kinds.Classification kind =
        new Kinds(pages.toArray(PageTraits[]::new), texts.size(), 0, mirrors, Compared.TEXTS)
            .kind();
    return RowFactory.create(
        representative,
        (long) pages.size(),
        Json.lower(kind.kind()),
        kind.reason(),
        members.toArray(Row[]::new),
        group);
  }

  /** How many groups of each kind there are, and how many documents in them. */
  Map<String, Tally> tally() {
    Map<String, Tally> kinds = new TreeMap<>();
    clusters
        .groupBy(KIND)
        .agg(count(lit(1)), sum(DOCUMENTS))
        .collectAsList()
        .forEach(row -> kinds.put(row.getString(0), new Tally(row.getLong(1), row.getLong(2))));
    return kinds;
  }

  /** Groups and their documents. */
  record Tally(long clusters, long documents) {}

  /**
   * Hosts that share nearly all their pages with another.
   *
   * @param pairs of a host and that one
   */
  private record Mirrors(Set<List<Long>> pairs) implements MirrorRule.Hosts, Serializable {
    private static final String OTHER = "other";
    private static final String SHARED = "shared";
    private static final String PAGES = "pages";
    private static final StructType PAIR =
        new StructType().add(HOST, DataTypes.LongType, false).add(OTHER, DataTypes.LongType, false);

    static Mirrors among(Dataset<Row> documents, Dataset<Row> members) {
      UDF1<String, Long> hash = MirrorRule::host;
      Dataset<Row> pages =
          documents
              .where(col(HOST).notEqual(""))
              .groupBy(udf(hash, DataTypes.LongType).apply(col(HOST)).as(HOST))
              .agg(count(lit(1)).as(PAGES));
      UDF2<Long, Long, Boolean> isShared = MirrorRule::isShared;
      List<Row> found =
          ofGroups(members, (group, each) -> shared(each), Encoders.row(PAIR))
              .groupBy(HOST, OTHER)
              .agg(count(lit(1)).as(SHARED))
              .join(pages, HOST)
              .where(udf(isShared, DataTypes.BooleanType).apply(col(SHARED), col(PAGES)))
              .select(HOST, OTHER)
              .collectAsList();
      Set<List<Long>> pairs = new HashSet<>();
      found.forEach(row -> pairs.add(List.of(row.getLong(0), row.getLong(1))));
      return new Mirrors(pairs);
    }

    private static Iterator<Row> shared(Iterator<Row> group) {
      List<String> hosts = new ArrayList<>();
      group.forEachRemaining(document -> hosts.add(document.getAs(HOST)));
      List<Row> shared = new ArrayList<>();
      MirrorRule.forEach(
          hosts.toArray(String[]::new),
          (host, other) -> shared.add(RowFactory.create(host, other)));
      return shared.iterator();
    }

    @Override
    public boolean shares(long host, long other) {
      return pairs.contains(List.of(host, other));
    }
  }
}
