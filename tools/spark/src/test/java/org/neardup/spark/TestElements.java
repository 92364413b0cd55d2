// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;

import java.util.List;
import java.util.Random;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Test;

/** What is read again must be the same. */
public class TestElements extends SparkTestCase {
  private final Random random = new Random(57);

  /** Of a reading that is not the first, other texts: the run ends, and says why. */
  @Test
  public void testInputsThatChangeAreRefused() {
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
  public void testDocumentsWithoutAFrameNeedPositions() {
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
