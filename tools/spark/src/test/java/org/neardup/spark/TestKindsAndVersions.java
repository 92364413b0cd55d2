// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.OutputFormat;

/** Kinds, scopes, orders, and what is left of a corpus. */
public class TestKindsAndVersions extends SparkTestCase {
  private static final ClusterConfig DEFAULTS = ClusterConfig.defaults();

  private static String words(String prefix, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(prefix).append(i).append(' ');
    }
    return text.toString().strip();
  }

  @Test
  public void testKinds() throws Exception {
    List<TestDocument> documents = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      documents.add(TestDocument.page("http://one/" + i, words("p" + i + "x", 50)));
      String other = words((i < 17 ? "p" : "q") + i + "x", 50);
      documents.add(TestDocument.page("https://user@Two:8080/" + i, other));
      documents.add(
          TestDocument.page("http://few/" + i, words((i < 16 ? "p" : "r") + i + "x", 50)));
    }
    for (int i = 0; i < 6; i++) {
      String error = "Sorry, this page could not be found on our server";
      documents.add(TestDocument.page("http://shop/item" + i, error));
      String dated = words("v", 60 + i);
      documents.add(new TestDocument("v" + i, dated, null, null, "2024-01-0" + i, "terms", null));
      String framed = words("f", 60 + i);
      documents.add(new TestDocument("f" + i, framed, null, null, null, null, words("f", 60)));
    }
    Counts counts = assertSame(DEFAULTS, SMALL, documents, new Random(1));
    Set<String> kinds = counts.kinds().keySet();
    assertTrue(kinds.toString(), kinds.containsAll(Set.of("mirrors", "soft_errors", "versions")));
    assertTrue(kinds.toString(), kinds.contains("frames"));
  }

  @Test
  public void testOrderAndPreferenceAreThatOfSortedDocuments() throws Exception {
    Random random = new Random(3);
    List<TestDocument> documents = new ArrayList<>();
    for (TestDocument each : MadeUpTexts.versions(random, 150)) {
      String date = "2024-01-" + (10 + random.nextInt(9));
      documents.add(new TestDocument(each.id(), each.text(), null, null, date, null, null));
    }
    Comparator<TestDocument> byId = Comparator.comparing(TestDocument::id);
    Comparator<TestDocument> byDate = Comparator.comparing(TestDocument::date);
    NearDuplicates near = NearDuplicates.of(spark()).date("date").limits(SMALL);
    Dataset<Row> frame = frame(documents, 4, random);
    assertOrder(near, frame, documents, byId);
    assertOrder(near.order(functions.col("date")), frame, documents, byDate.thenComparing(byId));
    assertOrder(
        near.preference("max:date"), frame, documents, byDate.reversed().thenComparing(byId));
    assertOrder(
        near.preference("min:date,last"), frame, documents, byDate.thenComparing(byId.reversed()));
  }

  private static void assertOrder(
      NearDuplicates near,
      Dataset<Row> frame,
      List<TestDocument> documents,
      Comparator<TestDocument> order)
      throws Exception {
    List<TestDocument> sorted = documents.stream().sorted(order).toList();
    OneMachine expected = OneMachine.run(DEFAULTS, OutputFormat.CLUSTERS, sorted);
    try (Found found = near.find(frame)) {
      List<Row> clusters = found.clusters().collectAsList();
      assertEquals(expected.lines(), clusters(clusters));
      assertSurvivors(documents, clusters, found);
    }
  }

  @Test
  public void testOneVersionOfRepeatedRows() throws Exception {
    Random random = new Random(4);
    List<TestDocument> repeated = new ArrayList<>(MadeUpTexts.versions(random, 150));
    repeated.addAll(List.copyOf(repeated.subList(0, 50)));
    Set<String> ids = new HashSet<>();
    try (Found found = NearDuplicates.of(spark()).find(frame(repeated, 3, random))) {
      for (Row row : found.oneVersion().collectAsList()) {
        boolean hasText = !row.getString(row.fieldIndex("text")).equals(" -- ");
        assertTrue(row.toString(), ids.add(row.getAs("id")) || !hasText);
      }
    }
  }

  @Test
  public void testRowsAreNotShuffled() {
    Random random = new Random(6);
    List<TestDocument> documents = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String text = MadeUpTexts.text(random, 2_000, 1_000_000);
      for (int copy = 0; copy < 3; copy++) {
        documents.add(new TestDocument("d" + i + "x" + copy, text));
      }
    }
    Dataset<Row> frame = frame(documents, 3, random).cache();
    assertEquals(documents.size(), frame.count());
    try (Found found = near(DEFAULTS).find(frame)) {
      found.clusters();
      long before = found.counts().shuffledBytes();
      assertEquals(60, found.oneVersion().collectAsList().size());
      long bytes = found.counts().shuffledBytes() - before;
      assertTrue("bytes: " + bytes, bytes > 0 && bytes < 400L * documents.size());
    } finally {
      frame.unpersist();
    }
  }

  @Test
  public void testRejectedRowsAreKeptApart() {
    List<Row> rows =
        List.of(
            new TestDocument("a", words("w", 20)).row(1),
            new TestDocument(null, words("w", 20)).row(2),
            new TestDocument("c", null).row(3),
            new TestDocument("d", words("w", 20)).row(4),
            new TestDocument("\ud83d\ude00".repeat(8000), words("v", 20)).row(5),
            new TestDocument("e".repeat(8001), words("w", 20)).row(6));
    Dataset<Row> frame = spark().createDataFrame(rows, TestDocument.SCHEMA);
    try (Found found = NearDuplicates.of(spark()).find(frame)) {
      List<Row> rejected =
          found.rejected().select("id", Found.REASON).orderBy(Found.REASON).collectAsList();
      assertEquals(
          List.of(
              RowFactory.create("e".repeat(8001), "id must have at most 8,000 characters"),
              RowFactory.create(null, "id must not be null")),
          rejected);
      assertEquals(2, found.counts().rejected());
      assertEquals("c has no text", 1, found.counts().withoutText());
      assertEquals(List.of("a\td\t1.0000\tsame_text\t0.0000"), pairs(found.pairs()));
    }
  }

  @Test
  public void testBadSettingsAreRefused() {
    NearDuplicates near = NearDuplicates.of(spark());
    assertMessage("threshold must be above 0 and at most 1, got 0.0", () -> near.threshold(0));
    assertMessage("maxBucket must be at least 1, got 0", () -> near.maxBucket(0));
    assertMessage(
        "grouping must be one of anchored, transitive, got chained",
        () -> near.grouping("chained"));
    assertMessage("text must name at least one column, got none", near::text);
    Dataset<Row> frame = frame(List.of(), 1, new Random(5));
    assertMessage(
        "columns must be those of the data frame, [position, id, text, scope, url, date, path,"
            + " main], got body",
        () -> near.text("body").find(frame));
    assertThrows(IllegalArgumentException.class, () -> near.preference("best"));
    assertThrows(IllegalArgumentException.class, () -> near.sketch("bottom:100"));
  }

  private static void assertMessage(String message, ThrowingRunnable action) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, action).getMessage());
  }
}
