// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.junit.Test;
import org.neardup.tools.cluster.grouping.MirrorRule;

/** Groups are those of maps, whatever the partitions and the ranges. */
public class TestGathering extends SparkTestCase {
  private final Random random = new Random(55);

  /** The first documents of texts, by print. */
  private static Map<Long, Long> numbers(List<DocumentEntry> documents) {
    Map<Long, Long> numbers = new HashMap<>();
    documents.forEach(each -> numbers.putIfAbsent(each.print, each.number));
    return numbers;
  }

  /** Some texts join others that come before them and join none. */
  private List<TextPair> assigned(List<DocumentEntry> documents) {
    Map<Long, Long> numbers = numbers(documents);
    List<Long> prints =
        numbers.keySet().stream().sorted(Comparator.comparing(numbers::get)).toList();
    List<Integer> representatives = new ArrayList<>(List.of(0));
    List<TextPair> assigned = new ArrayList<>();
    for (int i = 1; i < prints.size(); i++) {
      if (random.nextInt(3) > 0) {
        representatives.add(i);
        continue;
      }
      long earlier = prints.get(representatives.get(random.nextInt(representatives.size())));
      TextPair pair = Records.pair(random);
      pair.laterPrint = prints.get(i);
      pair.later = numbers.get(pair.laterPrint);
      pair.earlierPrint = earlier;
      pair.earlier = numbers.get(earlier);
      pair.basis = TextPair.EXACT;
      assigned.add(pair);
    }
    return assigned;
  }

  /** By number of the representative, its documents in their order and how they belong to it. */
  private static Map<Long, List<String>> model(
      List<DocumentEntry> documents, List<TextPair> assigned) {
    Map<Long, Long> numbers = numbers(documents);
    Map<Long, TextPair> joined = new HashMap<>();
    assigned.forEach(each -> joined.put(each.laterPrint, each));
    Map<Long, List<String>> groups = new TreeMap<>();
    for (DocumentEntry each : documents) {
      TextPair pair = joined.get(each.print);
      long group = pair == null ? numbers.get(each.print) : pair.earlier;
      groups
          .computeIfAbsent(group, representative -> new ArrayList<>())
          .add(
              pair == null
                  ? told(each, 1, TextPair.SAME_TEXT)
                  : told(each, pair.resemblance, pair.basis));
    }
    groups.values().removeIf(group -> group.size() == 1);
    return groups;
  }

  private static String told(DocumentEntry document, double resemblance, byte basis) {
    return document.number + " " + document.idText() + " " + resemblance + " " + basis;
  }

  @Test
  public void testGroupsOfAnyRanges() {
    List<DocumentEntry> documents = Records.documents(random, 250, 150);
    List<TextPair> assigned = assigned(documents);
    Map<Long, List<String>> expected = model(documents, assigned);
    assertTrue(expected.size() > 20);
    for (long[] bounds : new long[][] {{}, {40}, {0, 1, 60, 249, 500}}) {
      JavaRDD<GroupPartition> groups =
          GroupPartition.gather(
              Records.pairs(assigned, 3, random),
              Records.texts(documents, 1 + random.nextInt(4), random),
              bounds);
      List<GroupPartition> partitions = groups.collect();
      assertEquals(bounds.length + 1, partitions.size());
      List<List<String>> found = new ArrayList<>();
      for (int range = 0; range < partitions.size(); range++) {
        for (List<GroupPartition.Member> group : partitions.get(range)) {
          long first = group.getFirst().document().number;
          assertEquals(range, LongStream.of(bounds).filter(bound -> bound <= first).count());
          found.add(
              group.stream()
                  .map(each -> told(each.document(), each.resemblance(), each.basis()))
                  .toList());
        }
      }
      assertEquals(List.copyOf(expected.values()), found);
    }
  }

  @Test
  public void testTextsThatAreAloneAreNotSent() {
    List<DocumentEntry> documents = Records.documents(random, 50, 1_000_000);
    JavaRDD<GroupPartition> groups =
        GroupPartition.gather(
            Records.pairs(List.of(), 2, random),
            Records.texts(documents, 3, random),
            new long[] {20});
    for (GroupPartition each : groups.collect()) {
      Iterator<List<GroupPartition.Member>> none = each.iterator();
      assertThrows(NoSuchElementException.class, none::next);
    }
  }

  /** Hosts are counted page by page, in groups and beside them. */
  @Test
  public void testHostsThatShareNearlyAllTheirPages() {
    int shared = 0;
    int notShared = 0;
    for (int round = 0; round < 4; round++) {
      List<DocumentEntry> documents = Records.documents(random, 160, 90);
      for (DocumentEntry each : documents) {
        int host = Math.floorMod(each.print, 3) * 2 + random.nextInt(2);
        each.host = random.nextInt(30) == 0 ? "" : "h" + host;
      }
      JavaRDD<TextPartition> texts = Records.texts(documents, 3, random);
      JavaRDD<GroupPartition> groups =
          GroupPartition.gather(Records.pairs(List.of(), 2, random), texts, new long[] {50, 90});
      ClusterRows.SharedHosts found = ClusterRows.SharedHosts.of(texts, groups);
      Map<String, Long> pages = new HashMap<>();
      Map<List<String>, Long> common = new HashMap<>();
      for (DocumentEntry each : documents) {
        pages.merge(each.host, 1L, Long::sum);
        documents.stream()
            .filter(other -> other.print == each.print && !other.host.equals(each.host))
            .map(other -> other.host)
            .distinct()
            .forEach(other -> common.merge(List.of(each.host, other), 1L, Long::sum));
      }
      pages.remove("");
      for (String host : pages.keySet()) {
        for (String other : pages.keySet()) {
          boolean expected =
              !host.equals(other)
                  && pages.get(host) >= 3
                  && common.getOrDefault(List.of(host, other), 0L) >= .85 * pages.get(host);
          assertEquals(
              host + " and " + other,
              expected,
              found.shares(MirrorRule.host(host), MirrorRule.host(other)));
          shared += expected ? 1 : 0;
          notShared += expected ? 0 : 1;
        }
      }
    }
    assertTrue(shared + " and " + notShared, notShared > 0);
  }

  @Test
  public void testMirrorsShareBothWays() {
    List<DocumentEntry> documents = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      for (String host : List.of("one", "two", "few")) {
        DocumentEntry page = Records.document(random);
        page.number = documents.size();
        page.sortKey = DocumentEntry.NONE;
        page.print = host.equals("few") && i > 3 ? 1_000 + i : i;
        page.sketch = Records.sketch(page.print);
        page.host = host;
        documents.add(page);
      }
    }
    JavaRDD<TextPartition> texts = Records.texts(documents, 2, random);
    ClusterRows.SharedHosts found =
        ClusterRows.SharedHosts.of(
            texts, GroupPartition.gather(Records.pairs(List.of(), 1, random), texts, new long[0]));
    long one = MirrorRule.host("one");
    long two = MirrorRule.host("two");
    long few = MirrorRule.host("few");
    assertTrue(found.shares(one, two) && found.shares(two, one));
    assertTrue(!found.shares(one, few) && !found.shares(few, one));
    assertTrue(!found.shares(MirrorRule.host("unknown"), one));
    assertTrue(!ClusterRows.SharedHosts.NONE.shares(one, two));
  }
}
