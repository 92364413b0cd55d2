// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** {@code cluster --relation containment}, on the documents of the README. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into folders
public class TestClusterContainment extends LuceneTestCase {
  private Path output;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    output = createTempDir().resolve("found");
  }

  private Run cluster(String... options) {
    Stream<String> args =
        Stream.of("cluster", "--relation", "containment", "--output", output.toString(), "-");
    return Run.withInput(
        DocPages.documents(), Stream.concat(args, Stream.of(options)).toArray(String[]::new));
  }

  public void testWritesWhatThePageSays() throws IOException {
    Run run = cluster("--threshold", "0.85", "--settings");
    assertEquals(run.err(), 0, run.exitCode());
    assertTrue(run.out(), run.out().matches("(?s).*of them contained +1\n.*  contained +1\n.*"));
    String written = Files.readString(output);
    assertEquals(
        DocPages.printedBy("cat contained.jsonl"), written.substring(written.indexOf('\n') + 1));
  }

  public void testReportRefusesThem() {
    assertEquals(0, cluster("--settings").exitCode());
    Run report =
        Run.neardup("report", "--clusters", output.toString(), "--output", output + ".html");
    assertNotEquals(0, report.exitCode());
    assertTrue(report.err(), report.err().contains(":1: must be a cluster by resemblance"));
  }

  public void testPairs() throws IOException {
    assertEquals(0, cluster("--threshold", "0.85", "--format", "pairs").exitCode());
    assertEquals(DocPages.printedBy("cat contained.tsv"), Files.readString(output));
  }

  public void testDefaultsAndSettings() throws IOException {
    JsonNode broder = cluster("--json").json().get("settings");
    assertEquals("containment", broder.get("relation").asText());
    assertEquals("broder", broder.get("candidates").asText());
    assertEquals("modulo:4", broder.get("sketch").asText());
    assertEquals("exact", broder.get("verify").asText());
    Files.delete(output);
    JsonNode exact = cluster("--json", "--candidates", "exact").json();
    assertEquals("exact", exact.get("settings").get("candidates").asText());
    assertEquals(1, exact.get("found").get("nearDuplicates").asInt());
  }

  public void testMistakes() {
    assertMistake("--verify has no meaning with --relation containment", "--verify", "exact");
    assertMistake("containment needs candidates broder or exact, got lsh", "--candidates", "lsh");
    assertMistake(
        "containment needs a sketch modulo:N for candidates broder, got fast:128",
        "--sketch",
        "fast:128");
    assertMistake(
        "--sketch has no meaning with --candidates exact",
        "--candidates",
        "exact",
        "--sketch",
        "modulo:4");
  }

  private void assertMistake(String message, String... options) {
    Run run = cluster(options);
    assertEquals(2, run.exitCode());
    assertEquals("neardup: " + message + "\nTry 'neardup cluster --help'.\n", run.err());
    assertFalse(Files.exists(output));
  }
}
