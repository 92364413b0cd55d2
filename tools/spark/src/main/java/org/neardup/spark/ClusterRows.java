// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.neardup.internal.sketch.SlotPacking;
import org.neardup.spark.blocks.Exchange;
import org.neardup.tools.cluster.grouping.Kind;
import org.neardup.tools.cluster.grouping.Kinds;
import org.neardup.tools.cluster.grouping.Kinds.Classification;
import org.neardup.tools.cluster.grouping.MirrorRule;
import org.neardup.tools.cluster.text.PageTraits;
import org.neardup.tools.console.Compared;
import org.neardup.tools.console.Json;
import scala.Tuple2;

/** Groups as rows. */
final class ClusterRows {
  static final StructType SCHEMA =
      new StructType()
          .add("representative", DataTypes.StringType, false)
          .add("documents", DataTypes.LongType, false)
          .add("kind", DataTypes.StringType, false)
          .add("reason", DataTypes.StringType, false)
          .add(
              "members",
              DataTypes.createArrayType(
                  new StructType()
                      .add("id", DataTypes.StringType, false)
                      .add("resemblance", DataTypes.DoubleType, false)
                      .add("by", DataTypes.StringType, false),
                  false),
              false);

  private ClusterRows() {}

  static Iterator<Cluster> clusters(
      GroupPartition groups, MirrorRule.Hosts mirrors, SlotPacking packing) {
    return Exchange.each(groups.iterator(), group -> cluster(group, mirrors, packing));
  }

  private static Cluster cluster(
      List<GroupPartition.Member> group, MirrorRule.Hosts mirrors, SlotPacking packing) {
    Classification classification = classification(group, mirrors);
    List<Cluster.Member> members = new ArrayList<>(group.size() - 1);
    for (GroupPartition.Member each : group.subList(1, group.size())) {
      double shown = TextPair.shown(each.basis(), each.resemblance(), packing).value();
      members.add(
          new Cluster.Member(each.document().idText(), shown, TextPair.basis(each.basis())));
    }
    return new Cluster(
        group.getFirst().document().idText(),
        group.size(),
        Json.lower(classification.kind()),
        classification.reason(),
        members);
  }

  static Row row(Cluster cluster) {
    return RowFactory.create(
        cluster.representative(),
        cluster.documents(),
        cluster.kind(),
        cluster.reason(),
        cluster.members().stream()
            .map(each -> RowFactory.create(each.id(), each.resemblance(), each.by()))
            .toArray(Row[]::new));
  }

  private static Classification classification(
      List<GroupPartition.Member> group, MirrorRule.Hosts mirrors) {
    PageTraits[] pages =
        group.stream().map(each -> each.document().traits()).toArray(PageTraits[]::new);
    long texts = group.stream().mapToLong(each -> each.document().print).distinct().count();
    return new Kinds(pages, texts, 0, mirrors, Compared.TEXTS).kind();
  }

  /**
   * How many groups there are.
   *
   * @param repeats documents that cannot be told from the representative by their rows
   */
  record Tally(long clusters, long clustered, Map<Kind, Long> kinds, long repeats)
      implements Serializable {

    static Tally of(GroupPartition groups, MirrorRule.Hosts mirrors) {
      long clusters = 0;
      long clustered = 0;
      long repeats = 0;
      Map<Kind, Long> kinds = new EnumMap<>(Kind.class);
      for (List<GroupPartition.Member> group : groups) {
        clusters++;
        clustered += group.size();
        repeats += group.size() - RowFates.keys(group).size();
        kinds.merge(classification(group, mirrors).kind(), 1L, Long::sum);
      }
      return new Tally(clusters, clustered, kinds, repeats);
    }

    Tally plus(Tally other) {
      Map<Kind, Long> sum = new EnumMap<>(Kind.class);
      sum.putAll(kinds);
      other.kinds.forEach((kind, count) -> sum.merge(kind, count, Long::sum));
      return new Tally(
          clusters + other.clusters, clustered + other.clustered, sum, repeats + other.repeats);
    }
  }

  /**
   * Hosts that share nearly all their pages with another. Immutable.
   *
   * @param pairs of a host and that one
   */
  record SharedHosts(Set<Tuple2<Long, Long>> pairs) implements MirrorRule.Hosts, Serializable {
    static final SharedHosts NONE = new SharedHosts(Set.of());

    /** Counts the pages of all hosts, and what those of groups share. */
    static SharedHosts of(JavaRDD<TextPartition> texts, JavaRDD<GroupPartition> groups) {
      JavaPairRDD<Long, Long> pages =
          texts.flatMapToPair(SharedHosts::pages).reduceByKey(Long::sum);
      JavaPairRDD<Long, Tuple2<Long, Long>> shared =
          groups
              .flatMap(GroupPartition::iterator)
              .flatMapToPair(SharedHosts::shared)
              .reduceByKey(Long::sum)
              .mapToPair(
                  each -> new Tuple2<>(each._1()._1(), new Tuple2<>(each._1()._2(), each._2())));
      return new SharedHosts(
          Set.copyOf(
              shared
                  .join(pages)
                  .filter(each -> MirrorRule.isShared(each._2()._1()._2(), each._2()._2()))
                  .map(each -> new Tuple2<>(each._1(), each._2()._1()._1()))
                  .collect()));
    }

    private static Iterator<Tuple2<Long, Long>> pages(TextPartition texts) {
      TextPartition.Documents documents = texts.reader();
      return IntStream.range(0, texts.documents())
          .mapToObj(i -> documents.get(i).host)
          .filter(host -> !host.isEmpty())
          .map(host -> new Tuple2<>(MirrorRule.host(host), 1L))
          .iterator();
    }

    private static Iterator<Tuple2<Tuple2<Long, Long>, Long>> shared(
        List<GroupPartition.Member> group) {
      List<Tuple2<Tuple2<Long, Long>, Long>> shared = new ArrayList<>();
      String[] hosts = group.stream().map(each -> each.document().host).toArray(String[]::new);
      MirrorRule.forEach(
          hosts, (host, other) -> shared.add(new Tuple2<>(new Tuple2<>(host, other), 1L)));
      return shared.iterator();
    }

    @Override
    public boolean shares(long host, long other) {
      return pairs.contains(new Tuple2<>(host, other));
    }
  }
}
