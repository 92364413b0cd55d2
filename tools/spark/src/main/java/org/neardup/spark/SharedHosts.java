// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Order;
import org.neardup.spark.blocks.Outbox;
import org.neardup.tools.cluster.grouping.MirrorRule;
import scala.Tuple2;

/** Hosts that share nearly all their pages with another, and that one. Immutable. */
final class SharedHosts implements MirrorRule.Hosts, Serializable {
  static final SharedHosts NONE = new SharedHosts(new long[0], new long[0]);

  /** Ascending, and to each the other host, ascending too. */
  private final long[] hosts;

  private final long[] others;

  private SharedHosts(long[] hosts, long[] others) {
    this.hosts = hosts;
    this.others = others;
  }

  /** Counts the pages of all hosts, and what those of groups share. */
  static SharedHosts of(JavaRDD<TextPartition> texts, JavaRDD<GroupPartition> groups) {
    int homes = texts.getNumPartitions();
    JavaRDD<Tuple2<Integer, byte[]>> pages =
        texts.mapPartitions(partition -> pages(partition.next(), homes));
    JavaRDD<Tuple2<Integer, byte[]>> shared =
        groups.mapPartitions(partition -> shared(partition.next(), homes));
    List<long[]> found =
        Exchange.of(pages.union(shared), homes)
            .mapPartitions(blocks -> Exchange.only(found(new BlockReader(blocks))))
            .collect();
    long[] hosts = found.stream().flatMapToLong(each -> column(each, 0)).toArray();
    long[] others = found.stream().flatMapToLong(each -> column(each, 1)).toArray();
    Order.of(hosts, others, hosts.length);
    return new SharedHosts(hosts, others);
  }

  private static LongStream column(long[] pairs, int column) {
    return IntStream.range(0, pairs.length / 2).mapToLong(i -> pairs[2 * i + column]);
  }

  /** A host and itself stand for one of its pages. */
  private static Iterator<Tuple2<Integer, byte[]>> pages(TextPartition texts, int homes) {
    LongArrayList hosts = new LongArrayList();
    TextPartition.Documents documents = texts.reader();
    for (int i = 0; i < texts.documents(); i++) {
      String host = documents.get(i).host;
      if (!host.isEmpty()) {
        hosts.add(MirrorRule.host(host));
      }
    }
    return counted(hosts, hosts, homes);
  }

  private static Iterator<Tuple2<Integer, byte[]>> shared(GroupPartition groups, int homes) {
    LongArrayList hosts = new LongArrayList();
    LongArrayList others = new LongArrayList();
    for (List<GroupMember> group : groups) {
      String[] names = group.stream().map(each -> each.document().host).toArray(String[]::new);
      MirrorRule.forEach(
          names,
          (host, other) -> {
            hosts.add(host);
            others.add(other);
          });
    }
    return counted(hosts, others, homes);
  }

  private static Iterator<Tuple2<Integer, byte[]>> counted(
      LongArrayList hosts, LongArrayList others, int homes) {
    long[] host = hosts.toArray();
    long[] other = others.toArray();
    int count = Order.of(host, other, host.length).length;
    return Outbox.drain(
        homes,
        IntStream.iterate(0, start -> start < count, start -> end(host, other, start)).iterator(),
        (start, out) -> {
          BlockWriter to = out.to(Exchange.home(host[start], homes));
          to.putLong(host[start]).putLong(other[start]);
          to.putLong(end(host, other, start) - start);
        });
  }

  /** Behind the last of the pairs that are equal to one. */
  private static int end(long[] host, long[] other, int start) {
    int end = start + 1;
    while (end < host.length && host[end] == host[start] && other[end] == other[start]) {
      end++;
    }
    return end;
  }

  private static long[] found(BlockReader in) {
    Map<Long, Map<Long, Long>> counts = new HashMap<>();
    while (in.hasNext()) {
      counts
          .computeIfAbsent(in.getLong(), host -> new HashMap<>())
          .merge(in.getLong(), in.getLong(), Long::sum);
    }
    LongArrayList found = new LongArrayList();
    counts.forEach(
        (host, shared) ->
            shared.forEach(
                (other, pages) -> {
                  if (!other.equals(host) && MirrorRule.isShared(pages, shared.get(host))) {
                    found.add(host);
                    found.add(other);
                  }
                }));
    return found.toArray();
  }

  @Override
  public boolean shares(long host, long other) {
    int at = Arrays.binarySearch(hosts, host);
    if (at < 0) {
      return false;
    }
    int from = at;
    while (from > 0 && hosts[from - 1] == host) {
      from--;
    }
    int to = at + 1;
    while (to < hosts.length && hosts[to] == host) {
      to++;
    }
    return Arrays.binarySearch(others, from, to, other) >= 0;
  }
}
