// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import static com.carrotsearch.randomizedtesting.RandomizedTest.randomBoolean;
import static com.carrotsearch.randomizedtesting.RandomizedTest.randomIntBetween;
import static org.junit.Assert.assertEquals;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.Test;
import org.neardup.opensearch.NodeTestCase;
import org.neardup.opensearch.SampleIndex;

/** Whatever happened to an index, the filter shows what its documents say. */
public class TestRandomChanges extends NodeTestCase {
  private static final int TOPICS = 12;

  /** A live document. */
  private record Version(String id, int topic, String tag, int day, int sequence) {}

  private final Map<String, Version> versions = new HashMap<>();
  private int sequence;

  @Test
  public void testInTheOrderOfChanges() {
    check("by_change", "", Comparator.comparingInt(Version::sequence));
  }

  @Test
  public void testInTheOrderOfDates() {
    check(
        "by_date",
        ", 'order': 'date:desc'",
        Comparator.comparingInt(Version::day).reversed().thenComparingInt(Version::sequence));
  }

  private void check(String name, String parameters, Comparator<Version> order) {
    SampleIndex index = SampleIndex.create(shared(), name, 1, 0, parameters);
    for (int round = 0; round < 12; round++) {
      for (int i = randomIntBetween(1, 30); i > 0; i--) {
        change(index);
      }
      index.refresh();
      if (randomIntBetween(0, 4) == 0) {
        shared().ok("POST", "/" + name + "/_forcemerge?max_num_segments=1", null);
        index.refresh();
      }
      for (String tag : List.of("a", "b", "c")) {
        assertEquals(
            oneVersion(order, version -> version.tag().equals(tag)),
            index.oneVersion("{'term': {'tag': '" + tag + "'}}"));
      }
      assertEquals(oneVersion(order, version -> true), index.oneVersion("{'match_all': {}}"));
    }
  }

  private void change(SampleIndex index) {
    String id = "" + randomIntBetween(0, 80);
    if (versions.containsKey(id) && randomBoolean()) {
      index.delete(id);
      versions.remove(id);
      return;
    }
    String tag = List.of("a", "b", "c").get(randomIntBetween(0, 2));
    Version version =
        new Version(id, randomIntBetween(1, TOPICS), tag, randomIntBetween(10, 28), sequence++);
    index.put(id, version.topic(), sequence, tag, "2026-01-" + version.day());
    versions.put(id, version);
  }

  private List<String> oneVersion(Comparator<Version> order, Predicate<Version> of) {
    Map<Integer, Version> first =
        versions.values().stream()
            .filter(of)
            .collect(
                Collectors.toMap(
                    Version::topic, v -> v, (a, b) -> order.compare(a, b) <= 0 ? a : b));
    return first.values().stream().map(Version::id).sorted().toList();
  }
}
