// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** No more documents of an id are variants than clusters say. */
public class TestClusteredIds extends LuceneTestCase {
  private final ClusteredIds ids = new ClusteredIds();

  private void addCluster(String representative, String... members) {
    ids.add(
        new ClusterLine(
            representative,
            1 + members.length,
            "near",
            "",
            Stream.of(members)
                .map(id -> new ClusterLine.Member(id, 0.9, "exact", null, null))
                .toList()));
  }

  private List<Boolean> variants(String... documents) {
    return Stream.of(documents)
        .map(ids::take)
        .map(place -> place != null && place.isVariant())
        .toList();
  }

  public void testIdsOfOneDocument() {
    addCluster("a", "b", "c");
    assertEquals(List.of(false, true, false, true), variants("a", "c", "d", "b"));
    assertFalse(ids.hasRepeated());
    assertEquals(List.of(0, 2, 1), ids.all().stream().map(ClusteredIds.Place::document).toList());
  }

  public void testIdsOfSeveralDocuments() {
    addCluster("a", "a", "b");
    addCluster("c", "a", "c", "c");
    assertEquals(List.of(false, true, true, false), variants("a", "a", "a", "a"));
    assertEquals(List.of(true, false), variants("b", "b"));
    assertEquals(List.of(false, true, true), variants("c", "c", "c"));
    assertTrue(ids.hasRepeated());
    assertEquals(
        List.of(-1, -1, -1), ids.all().stream().map(ClusteredIds.Place::document).toList());
  }

  public void testRepeatedIdsThatAreInNoCluster() {
    addCluster("a", "b");
    assertEquals(List.of(false, false), variants("c", "c"));
    assertFalse(ids.hasRepeated());
  }
}
