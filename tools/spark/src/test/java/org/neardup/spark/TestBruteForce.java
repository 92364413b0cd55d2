// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.junit.Test;
import org.neardup.tools.cluster.config.ClusterConfig;

/** Beside sets of shingles that are compared each with each. */
public class TestBruteForce extends SparkTestCase {
  private static final double THRESHOLD = .8;
  private static final int SHINGLE = 5;

  /** Eight corpora, each in a scope; the first one is in three, with other ids. */
  @Test
  public void testPairsAreThoseOfAllPairsInAScopeAndGroupsFollowFromThem() throws Exception {
    List<TestDocument> documents = new ArrayList<>();
    for (int seed = 0; seed < 8; seed++) {
      for (TestDocument each : MadeUpTexts.versions(new Random(seed), 250)) {
        if (each.text().split(" ", -1).length >= SHINGLE) {
          for (String scope : seed == 0 ? Arrays.asList(null, "0", "00") : List.of("" + seed)) {
            documents.add(new TestDocument(scope + each.id(), each.text()).inScope(scope));
          }
        }
      }
    }
    Map<List<Integer>, Double> all = allPairs(documents);
    NearDuplicates near =
        near(ClusterConfig.defaults()).scope("scope").verification("exact").limits(SMALL);
    try (Found found = near.find(frame(documents, 3, new Random(9)))) {
      Map<List<Integer>, Double> pairs = pairs(found, documents);
      assertTrue("precision is 1", all.entrySet().containsAll(pairs.entrySet()));
      int missed = all.size() - pairs.size(); // bands may miss a few
      assertTrue("pairs: " + all.size(), all.size() > 200);
      assertTrue(missed + " of " + all.size() + " missed", missed <= all.size() / 50);
      assertEquals(groups(documents.size(), pairs), clusters(found, documents));
    }
  }

  @Test
  public void testGuardsPartTextsWithOtherNumbers() throws Exception {
    Random random = new Random(9);
    List<TestDocument> documents = new ArrayList<>();
    for (TestDocument each : MadeUpTexts.versions(random, 250)) {
      String letters =
          each.text().replace('w', 'x').replaceAll("[0-4]", "v").replaceAll("[5-9]", "u");
      if (letters.split(" ", -1).length >= SHINGLE) {
        documents.add(new TestDocument(each.id(), letters + " " + random.nextInt(3)));
      }
    }
    Map<List<Integer>, Double> all = allPairs(documents);
    Map<List<Integer>, Double> agreed = new HashMap<>(all);
    agreed.keySet().removeIf(pair -> lastOf(documents, pair, 0) != lastOf(documents, pair, 1));
    assertTrue(agreed.size() > 20 && agreed.size() < all.size());
    NearDuplicates near =
        near(ClusterConfig.defaults()).guard("numbers").verification("exact").limits(SMALL);
    try (Found found = near.find(frame(documents, 3, random))) {
      Map<List<Integer>, Double> pairs = pairs(found, documents);
      assertTrue("precision is 1", agreed.entrySet().containsAll(pairs.entrySet()));
      assertTrue(pairs.size() + " of " + agreed.size(), pairs.size() >= agreed.size() * .95);
    }
    assertThrows(IllegalArgumentException.class, () -> near.guard("field:price"));
  }

  private static char lastOf(List<TestDocument> documents, List<Integer> pair, int i) {
    String text = documents.get(pair.get(i)).text();
    return text.charAt(text.length() - 1);
  }

  private static Map<List<Integer>, Double> allPairs(List<TestDocument> documents) {
    List<Set<String>> sets = documents.stream().map(each -> shingles(each.text())).toList();
    Map<List<Integer>, Double> pairs = new HashMap<>();
    for (int b = 0; b < sets.size(); b++) {
      for (int a = 0; a < b; a++) {
        if (Objects.equals(documents.get(a).scope(), documents.get(b).scope())) {
          double resemblance = resemblance(sets.get(a), sets.get(b));
          if (resemblance >= THRESHOLD) {
            pairs.put(List.of(a, b), resemblance);
          }
        }
      }
    }
    return pairs;
  }

  private static Set<String> shingles(String text) {
    List<String> words = List.of(text.split(" ", -1));
    Set<String> shingles = new HashSet<>();
    for (int i = 0; i + SHINGLE <= words.size(); i++) {
      shingles.add(String.join(" ", words.subList(i, i + SHINGLE)));
    }
    return shingles;
  }

  private static double resemblance(Set<String> a, Set<String> b) {
    Set<String> common = new HashSet<>(a);
    common.retainAll(b);
    return (double) common.size() / (a.size() + b.size() - common.size());
  }

  private static Map<String, Integer> places(List<TestDocument> documents) {
    Map<String, Integer> places = new HashMap<>();
    documents.forEach(each -> places.put(each.id(), places.size()));
    return places;
  }

  private static Map<List<Integer>, Double> pairs(Found found, List<TestDocument> documents) {
    Map<String, Integer> places = places(documents);
    Map<List<Integer>, Double> pairs = new HashMap<>();
    for (Row row : found.pairs().collectAsList()) {
      List<Integer> pair = List.of(places.get(row.getString(0)), places.get(row.getString(1)));
      pairs.put(pair, row.getDouble(2));
    }
    return pairs;
  }

  /** Each document in turn joins the earlier representative that it resembles most, if any. */
  private static Map<Integer, List<Integer>> groups(
      int documents, Map<List<Integer>, Double> pairs) {
    Map<Integer, List<Integer>> groups = new TreeMap<>();
    for (int document = 0; document < documents; document++) {
      int best = document;
      double most = 0;
      for (int representative : groups.keySet()) {
        double resemblance = pairs.getOrDefault(List.of(representative, document), 0.0);
        if (resemblance > most) {
          best = representative;
          most = resemblance;
        }
      }
      groups.computeIfAbsent(best, first -> new ArrayList<>()).add(document);
    }
    groups.values().removeIf(group -> group.size() == 1);
    return groups;
  }

  private static Map<Integer, List<Integer>> clusters(Found found, List<TestDocument> documents) {
    Map<String, Integer> places = places(documents);
    Map<Integer, List<Integer>> clusters = new TreeMap<>();
    for (Row cluster : found.clusters().collectAsList()) {
      List<Integer> group = new ArrayList<>(List.of(places.get(cluster.getString(0))));
      cluster.<Row>getList(4).forEach(member -> group.add(places.get(member.getString(0))));
      clusters.put(group.getFirst(), group);
    }
    return clusters;
  }
}
