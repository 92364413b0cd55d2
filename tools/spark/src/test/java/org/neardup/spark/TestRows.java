// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;
import org.neardup.analysis.Shingling;
import org.neardup.index.Preference;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.OutputFormat;

/** Rows of all kinds of columns: what is taken of them, and what is refused by its name. */
public class TestRows extends SparkTestCase {
  private static final InputColumns DEFAULTS = InputColumns.DEFAULTS;

  private static Dataset<Row> rows(String values, String columns) {
    return spark().sql("select * from values " + values + " as t(" + columns + ")");
  }

  private static List<Row> selected(InputColumns columns, Dataset<Row> frame) {
    return columns.select(frame).collectAsList();
  }

  private static void assertRefused(String message, ThrowingRunnable action) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, action).getMessage());
  }

  @Test
  public void testUsableRowsHaveAnIdAndSomeText() {
    InputColumns columns = DEFAULTS.withTexts(List.of("a", "b"));
    Dataset<Row> frame =
        rows(
            "('1', 'x', null), ('2', null, 'y'), ('3', null, null), (null, 'x', 'y'),"
                + " ('5', 'x', 'y'), ('', '', null)",
            "id, a, b");
    RowReader reader = new RowReader(columns.layout());
    Map<String, String> texts = new TreeMap<>();
    int refused = 0;
    for (Row row : selected(columns, frame)) {
      if (reader.isUsable(row)) {
        texts.put(row.getString(RowLayout.ID), reader.text(row));
      } else {
        refused++;
      }
    }
    assertEquals(Map.of("1", "x", "2", "y", "5", "x\ny", "", ""), texts);
    assertEquals(2, refused);
  }

  @Test
  public void testNumberedRowsNeedTheirNumbers() {
    InputColumns columns = DEFAULTS.with(RowLayout.POSITION, "n");
    RowReader reader = new RowReader(columns.layout());
    List<Row> rows = selected(columns, rows("('a', 'x', 7), ('b', 'x', null)", "id, text, n"));
    assertTrue(reader.isUsable(rows.getFirst()));
    assertEquals(7, reader.rowHash(rows.getFirst()));
    assertFalse(reader.isUsable(rows.getLast()));
  }

  /** Ids, texts and scopes of other types are what their strings are. */
  @Test
  public void testColumnsOfOtherTypesAreTakenAsStrings() {
    InputColumns columns = DEFAULTS.with(RowLayout.SCOPE, "scope").with(RowLayout.DATE, "date");
    Dataset<Row> frame =
        rows("(1L, 2.5D, true, date'2020-02-29'), (2L, null, null, null)", "id, text, scope, date");
    RowReader reader = new RowReader(columns.layout());
    List<Row> rows = selected(columns, frame);
    assertEquals("1", rows.getFirst().getString(RowLayout.ID));
    assertEquals("2.5", reader.text(rows.getFirst()));
    assertEquals(List.of("2020-02-29"), reader.document(rows.getFirst()).values("date"));
    assertNotEquals(0, reader.scope(rows.getFirst()));
    assertEquals("no scope is one of its own", 0, reader.scope(rows.getLast()));
    assertFalse(reader.isUsable(rows.getLast()));
    assertEquals(Map.of(), reader.document(rows.getLast()).fields());
  }

  @Test
  public void testHashesTellRowsApart() {
    InputColumns columns = DEFAULTS.withOrder(List.of(functions.col("date")));
    RowReader reader = new RowReader(columns.layout());
    List<Row> rows =
        selected(
            columns,
            rows(
                "('a', 'x', 1), ('a', 'y', 1), ('a', 'x', 2), ('b', 'x', 1), ('a', 'x', null)",
                "id, text, date"));
    List<Long> hashes = new ArrayList<>();
    rows.forEach(row -> hashes.add(reader.rowHash(row)));
    assertEquals("text is no part of it", hashes.get(0), hashes.get(1));
    assertEquals(4, hashes.stream().distinct().count());
    assertNotEquals(RowKey.of(reader, rows.get(0)), RowKey.of(reader, rows.get(1)));
    assertEquals(RowReader.textHash("x", 5), RowReader.textHash("x", 5));
    assertNotEquals(RowReader.textHash("x", 5), RowReader.textHash("x", 6));
  }

  /** By number where all have one, and nulls last, as neardup index --keep has it. */
  @Test
  public void testKeysOfAPreference() {
    InputColumns columns = DEFAULTS.withPreference(Preference.parse("max:rank,longest"));
    RowReader reader = new RowReader(columns.layout());
    List<Row> rows =
        selected(
            columns,
            rows(
                "('a', 'x', 3), ('b', 'x', 20), ('c', 'x', null), ('d', 'x', 20)",
                "id, text, rank"));
    List<byte[]> keys = new ArrayList<>();
    for (Row row : rows) {
      DocumentEntry document = new DocumentEntry();
      document.elements = row.getString(RowLayout.ID).equals("d") ? 9 : 5;
      keys.add(reader.sortKey(row, document));
    }
    List<String> ordered =
        rows.stream()
            .sorted(
                (a, b) ->
                    Arrays.compareUnsigned(keys.get(rows.indexOf(a)), keys.get(rows.indexOf(b))))
            .map(row -> row.getString(RowLayout.ID))
            .toList();
    assertEquals(List.of("d", "b", "a", "c"), ordered);
  }

  @Test
  public void testAllColumnsAndAContentStandAtTheEnd() {
    Dataset<Row> frame = rows("('a', 'x', 3)", "id, text, `odd``name.x`");
    Row row = DEFAULTS.selectWithAll(frame, functions.lit(42L)).collectAsList().getFirst();
    assertEquals(RowFactory.create("a", "x", 3).toString(), InputColumns.all(row).toString());
    assertEquals(42, InputColumns.content(row));
    assertEquals(
        "3",
        selected(DEFAULTS.withTexts(List.of("odd`name.x")), frame)
            .getFirst()
            .getString(RowLayout.FIRST_TEXT));
  }

  @Test
  public void testColumnsThatAreNotThereAreNamed() {
    Dataset<Row> frame = rows("('a', 'x')", "id, text");
    String known = "columns must be those of the data frame, [id, text], got ";
    Map<String, InputColumns> wrong = new TreeMap<>();
    wrong.put("i", DEFAULTS.with(RowLayout.ID, "i"));
    wrong.put("t", DEFAULTS.withTexts(List.of("text", "t")));
    wrong.put("p", DEFAULTS.with(RowLayout.POSITION, "p"));
    wrong.put("s", DEFAULTS.with(RowLayout.SCOPE, "s"));
    wrong.put("u", DEFAULTS.with(RowLayout.URL, "u"));
    wrong.put("d", DEFAULTS.with(RowLayout.DATE, "d"));
    wrong.put("f", DEFAULTS.with(RowLayout.PATH, "f"));
    wrong.put("m", DEFAULTS.with(RowLayout.MAIN_TEXT, "m"));
    wrong.put("k", DEFAULTS.withPreference(Preference.parse("min:k")));
    wrong.forEach((name, columns) -> assertRefused(known + name, () -> columns.select(frame)));
  }

  @Test
  public void testOrdersThatCannotBeSorted() {
    Dataset<Row> frame =
        rows("('a', 'x', array(1), map('k', 1), interval '1' day)", "id, text, a, m, i");
    for (String name : List.of("a", "m", "i")) {
      Column column = functions.col(name);
      assertTrue(
          assertThrows(
                  IllegalArgumentException.class,
                  () -> DEFAULTS.withOrder(List.of(column)).select(frame))
              .getMessage()
              .startsWith(
                  "columns of the order must be numbers, strings, booleans, bytes, dates or times,"
                      + " got "));
    }
  }

  @Test
  public void testSettingsAreRefusedByTheirNames() {
    NearDuplicates near = NearDuplicates.of(spark());
    assertRefused("threshold must be above 0 and at most 1, got -1.0", () -> near.threshold(-1));
    assertRefused(
        "threshold must be above 0 and at most 1, got NaN", () -> near.threshold(0 / 0.0));
    assertRefused(
        "verification must be one of auto, sketch, exact, got AUTO",
        () -> near.verification("AUTO"));
    assertRefused(
        "sketch must be fast:SLOTS, minhash:SLOTS, bottom:M or modulo:N, got fast",
        () -> near.sketch("fast"));
    assertRefused(
        "sketch fast must have a size between 1 and 1024, got 2000",
        () -> near.sketch("fast:2000"));
    assertRefused("maxBucket must be at least 1, got -3", () -> near.maxBucket(-3));
    assertRefused("shingle size must be between 1 and 256, got 0", () -> near.shingling("word:0"));
    for (ThrowingRunnable setter :
        List.<ThrowingRunnable>of(
            () -> near.id(null),
            () -> near.position(null),
            () -> near.scope(null),
            () -> near.progress(null),
            () -> NearDuplicates.of(null))) {
      assertThrows(NullPointerException.class, setter);
    }
  }

  @Test
  public void testSettingsAreThoseOfTheCommand() {
    NearDuplicates near =
        NearDuplicates.of(spark()).threshold(.7).shingling("char:9").sketch("minhash:64");
    Map<String, String> settings = near.grouping("transitive").maxBucket(7).settings();
    assertEquals("0.7", settings.get("threshold"));
    assertEquals("char:9", settings.get("shingle"));
    assertEquals("minhash:64", settings.get("sketch"));
    assertEquals("transitive", settings.get("grouping"));
    assertEquals("7", settings.get("max-bucket"));
    assertEquals("what was set before stays", "anchored", near.settings().get("grouping"));
    assertArrayEquals(
        ClusterConfig.defaults().settings().keySet().toArray(), settings.keySet().toArray());
  }

  @Test
  public void testConfigsOfOneMachineAlone() {
    NearDuplicates near = NearDuplicates.of(SparkTestCase.spark());
    ClusterConfig exact =
        ClusterConfig.defaults()
            .withCandidates(CandidateMethod.EXACT, ClusterConfig.defaults().sketch());
    String refusal =
        assertThrows(IllegalArgumentException.class, () -> near.config(exact)).getMessage();
    assertTrue(refusal, refusal.contains("candidates lsh, got {"));
    ClusterConfig whole = ClusterConfig.defaults();
    ClusterConfig pairs =
        new ClusterConfig(
            whole.relation(),
            whole.candidates(),
            whole.sketch(),
            whole.shingling(),
            whole.content(),
            whole.threshold(),
            whole.verification(),
            whole.grouping(),
            OutputFormat.PAIRS,
            whole.window(),
            whole.maxBucket(),
            whole.analyzer(),
            whole.guards());
    for (ClusterConfig config : List.of(pairs, whole.withAnalyzer("nonsense"))) {
      assertThrows(IllegalArgumentException.class, () -> near.config(config));
    }
    ClusterConfig near7 = ClusterConfig.defaults().withComparison(Shingling.words(3), .7);
    assertEquals(near.threshold(.7).shingling("word:3").settings(), near.config(near7).settings());
  }
}
