// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Test;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;

/** Elements of texts are found where they are, beside a map. */
public class TestElements extends SparkTestCase {
  private final Random random = new Random(57);

  private Map<Long, long[]> sets(int count) {
    Map<Long, long[]> sets = new HashMap<>();
    while (sets.size() < count) {
      long[] elements = random.longs(random.nextInt(30)).sorted().distinct().toArray();
      sets.put(random.nextLong(), elements);
    }
    return sets;
  }

  private ElementTable table(Map<Long, long[]> sets) {
    List<Long> prints = new ArrayList<>(sets.keySet());
    prints.addAll(prints.subList(0, prints.size() / 3)); // a text may come several times
    return ElementTable.of(
        Records.blocks(
                prints,
                (Long print, BlockWriter out) -> ElementTable.write(print, sets.get(print), out),
                random)
            .iterator());
  }

  @Test
  public void textsAreFoundInTheOneTableOrTheOther() {
    Map<Long, long[]> own = sets(40);
    Map<Long, long[]> sent = sets(25);
    ElementTable.Both both = new ElementTable.Both(table(own), table(sent));
    own.forEach((print, elements) -> assertArrayEquals(elements, both.set(print).toArray()));
    sent.forEach((print, elements) -> assertArrayEquals(elements, both.set(print).toArray()));
    assertMissing(() -> both.set(7));
  }

  @Test
  public void copiesAreWhatWasWritten() {
    Map<Long, long[]> sets = sets(30);
    ElementTable.Elements elements = table(sets).reader();
    sets.forEach(
        (print, set) ->
            assertArrayEquals(
                Records.packed(out -> ElementTable.write(print, set, out)),
                Records.packed(out -> elements.copy(print, out))));
    assertMissing(() -> elements.copy(7, new BlockWriter()));
    ElementTable none = ElementTable.of(List.<byte[]>of().iterator());
    assertMissing(() -> none.reader().copy(7, new BlockWriter()));
  }

  private static void assertMissing(org.junit.function.ThrowingRunnable search) {
    assertEquals(
        "the input must be the same whenever it is read: a text of the first reading is not in the"
            + " second",
        assertThrows(IllegalStateException.class, search).getMessage());
  }

  @Test
  public void cutTablesAreRefused() {
    byte[] block = Records.packed(out -> ElementTable.write(3, new long[] {1, 2, 3}, out));
    for (int length = 1; length < block.length; length++) {
      Iterator<byte[]> cut = List.of(Arrays.copyOf(block, length)).iterator();
      assertThrows(IllegalStateException.class, () -> ElementTable.of(cut));
    }
    assertTrue(new BlockReader(block).hasNext());
  }

  /** Of a reading that is not the first, other texts: the run ends, and says why. */
  @Test
  public void inputsThatChangeAreRefused() {
    List<TestDocument> first = MadeUpTexts.versions(random, 60);
    List<TestDocument> second =
        first.stream()
            .map(each -> new TestDocument(each.id(), "entirely other words " + each.id()))
            .toList();
    List<Dataset<Row>> frames = List.of(frame(first, 2, random), frame(second, 2, random));
    int[] readings = {0};
    ReadDocuments changing =
        new ReadDocuments() {
          @Override
          public JavaRDD<Row> rows(List<String> columns) {
            Dataset<Row> frame = frames.get(Math.min(1, readings[0]++));
            return frame
                .selectExpr(
                    columns.stream()
                        .map(name -> name == null ? "cast(null as string)" : name)
                        .toArray(String[]::new))
                .javaRDD();
          }

          @Override
          public JavaRDD<Row> rows(List<String> columns, PositionFilter wanted) {
            return rows(columns);
          }

          @Override
          public Dataset<Row> frame() {
            return frames.getFirst();
          }
        };
    NearDuplicates near = NearDuplicates.of(spark()).position("position").verification("exact");
    Exception failure = assertThrows(Exception.class, () -> findAll(near, changing));
    String told = null;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      told = message.contains("the input must be the same whenever it is read") ? message : told;
    }
    assertNotNull(String.valueOf(failure.getMessage()), told);
    assertEquals("both readings", 2, readings[0]);
  }

  @Test
  public void documentsWithoutAFrameNeedPositions() {
    NearDuplicates near = NearDuplicates.of(spark());
    assertEquals(
        "position must be set for documents without data frame",
        assertThrows(IllegalArgumentException.class, () -> near.find((ReadDocuments) null))
            .getMessage());
  }

  private static void findAll(NearDuplicates near, ReadDocuments rows) {
    near.find(rows).close();
  }
}
