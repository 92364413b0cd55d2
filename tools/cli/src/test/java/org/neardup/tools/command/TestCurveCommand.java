// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.apache.lucene.tests.util.LuceneTestCase;

/** {@code neardup curve}: both curves, as a plot and as JSON. */
public class TestCurveCommand extends LuceneTestCase {

  public void testSlots() {
    Run run = Run.neardup("curve", "--slots", "100", "--agree", "90");
    assertEquals(run.err(), 0, run.exitCode());
    assertStartsWith("probability that at least 90 of 100 slots agree\n", run.out());
    assertContains("       0.50     1.53e-17\n", run.out());
    assertContains("       0.80      0.00570\n", run.out());
    assertContains("       0.95      0.98853\n", run.out());
    assertTrue(run.out(), run.out().endsWith("       1.00      1.00000\n"));
  }

  public void testPlot() {
    String[] lines = Run.neardup("curve", "--slots", "1", "--agree", "1").out().split("\n", -1);
    // The probability is the resemblance: a diagonal.
    assertEquals("1.00 |" + " ".repeat(49) + "**", lines[2]);
    assertEquals("0.50 |" + " ".repeat(24) + "***", lines[12]);
    assertEquals("0.00 |**", lines[22]);
    assertEquals("     +" + "-".repeat(51), lines[23]);
    assertEquals("      0" + " ".repeat(23) + ".5" + " ".repeat(24) + "1", lines[24]);
    assertEquals(".5 at resemblance 0.5000, .99 at 0.9900", lines[26]);
  }

  public void testBandsAsJson() throws IOException {
    Run run = Run.neardup("curve", "--bands", "21", "--rows", "6", "--json");
    assertEquals(run.err(), 0, run.exitCode());
    JsonNode json = run.json();
    assertEquals("at least 1 of 21 bands of 6 slots agrees", json.get("event").asText());
    assertEquals(101, json.get("points").size());
    JsonNode point = json.get("points").get(80);
    assertEquals(.8, point.get("resemblance").asDouble(), 0);
    double expected = 1 - Math.pow(1 - Math.pow(.8, 6), 21);
    assertEquals(expected, point.get("probability").asDouble(), 1e-12);
    double half = json.get("reachesHalf").asDouble();
    assertEquals(.5, 1 - Math.pow(1 - Math.pow(half, 6), 21), 1e-9);
    double most = json.get("reaches99").asDouble();
    assertEquals(.99, 1 - Math.pow(1 - Math.pow(most, 6), 21), 1e-9);
  }

  public void testUsage() {
    assertUsage("agree must be between 0 and 100, got 101", "--slots", "100", "--agree", "101");
    assertUsage(
        "bands * rows must be between 1 and 1024, got 2000", "--bands", "20", "--rows", "100");
    assertUsage("--agree N must be given", "--slots", "100");
    assertEquals(2, Run.neardup("curve").exitCode());
    assertEquals(
        2, Run.neardup("curve", "--slots", "9", "--agree", "8", "--bands", "2").exitCode());
  }

  private static void assertUsage(String message, String... options) {
    String[] args = new String[options.length + 1];
    args[0] = "curve";
    System.arraycopy(options, 0, args, 1, options.length);
    Run run = Run.neardup(args);
    assertEquals(2, run.exitCode());
    assertStartsWith("neardup: " + message, run.err());
    assertEquals("", run.out());
  }

  private static void assertStartsWith(String start, String text) {
    assertTrue(text, text.startsWith(start));
  }

  private static void assertContains(String part, String text) {
    assertTrue(text, text.contains(part));
  }
}
