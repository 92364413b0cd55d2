// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.tools.cluster.grouping.MirrorRule;
import scala.Tuple2;

/**
 * Hosts that share nearly all their pages with another. Immutable.
 *
 * @param pairs of a host and that one
 */
record SharedHosts(Set<Tuple2<Long, Long>> pairs) implements MirrorRule.Hosts, Serializable {
  static final SharedHosts NONE = new SharedHosts(Set.of());

  /** Counts the pages of all hosts, and what those of groups share. */
  static SharedHosts of(JavaRDD<TextPartition> texts, JavaRDD<GroupPartition> groups) {
    JavaPairRDD<Long, Long> pages = texts.flatMapToPair(SharedHosts::pages).reduceByKey(Long::sum);
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
