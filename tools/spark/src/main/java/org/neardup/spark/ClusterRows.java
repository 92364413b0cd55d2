// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.neardup.sketch.SlotPacking;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.frames.Frames;
import org.neardup.tools.cluster.grouping.Kind;
import org.neardup.tools.cluster.grouping.Kinds;
import org.neardup.tools.cluster.grouping.Kinds.Classification;
import org.neardup.tools.cluster.grouping.MirrorRule;
import org.neardup.tools.cluster.text.PageTraits;
import org.neardup.tools.console.Compared;
import org.neardup.tools.console.Json;

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

  static InternalRow row(Cluster cluster) {
    List<InternalRow> members =
        cluster.members().stream()
            .map(each -> Frames.row(each.id(), each.resemblance(), each.by()))
            .toList();
    return Frames.row(
        cluster.representative(), cluster.documents(), cluster.kind(), cluster.reason(), members);
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
}
