// SPDX-License-Identifier: Apache-2.0
package org.neardup.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.Test;

/** The examples print what they should. */
public class TestExamples {
  private interface Program {
    void run(String[] arguments) throws Exception;
  }

  private static List<String> printed(Program program) throws Exception {
    PrintStream out = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, UTF_8));
    try {
      program.run(new String[0]);
    } finally {
      System.setOut(out);
    }
    return bytes.toString(UTF_8).lines().toList();
  }

  @Test
  public void testIndexAndSearch() throws Exception {
    List<String> lines = printed(IndexAndSearch::main);
    assertEquals("fire-1: Visible[replaced=false]", lines.get(0));
    assertTrue(lines.get(2), lines.get(2).startsWith("fire-3: Hidden[representative=fire-1"));
    assertEquals(
        List.of(
            "1 visible with wharf",
            "0 visible with yesterday",
            "best: fire-3",
            "1 visible after the deletion"),
        lines.subList(5, 9));
  }

  @Test
  public void testEmbedOnce() throws Exception {
    assertEquals(
        List.of(
            "5000 passages, 1250 embedded",
            "100 deleted, 100 became visible, 0 still without a vector",
            "10 hits, 10 contents, 1 of them deleted and shown by another version"),
        printed(EmbedOnce::main));
  }

  @Test
  public void testNearRealTime() throws Exception {
    List<String> lines = printed(NearRealTime::main);
    assertTrue(lines.get(0), lines.get(0).contains("<b>bay</b>"));
    assertTrue(lines.toString(), lines.contains("  wire (1)"));
  }

  @Test
  public void testMovingFromIndexWriter() throws Exception {
    assertEquals(
        List.of("before: 3 hits, offset 5", "after: 1 hits, offset 5"),
        printed(MovingFromIndexWriter::main));
  }

  @Test
  public void testNearDuplicateQueries() throws Exception {
    List<String> lines = printed(NearDuplicateQueries::main);
    assertEquals("like fire-1", lines.get(0));
    assertEquals(
        List.of("fire-1", "fire-2", "fire-3"),
        lines.subList(1, 4).stream().map(line -> line.substring(7)).sorted().toList());
    assertEquals("like fire-1, with yesterday", lines.get(4));
    assertTrue(lines.get(5), lines.get(5).endsWith(" fire-3"));
    assertEquals("most like the draft", lines.get(6));
    assertTrue(lines.get(7), lines.get(7).contains(" ferry-"));
  }

  @Test
  public void testOwnIndexWriter() throws Exception {
    assertEquals(
        List.of("1 hit, ferry-1; 2 visible", "1 hit, ferry-2; 2 visible"),
        printed(OwnIndexWriter::main));
  }

  @Test
  public void testOnSpark() throws Exception {
    assertEquals(
        List.of(
            "ferry-1 stands for 2 documents",
            "fire-1 stands for 3 documents",
            "kept: [ferry-1, fire-1]"),
        printed(OnSpark::main));
  }
}
