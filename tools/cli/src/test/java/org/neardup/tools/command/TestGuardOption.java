// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;

/** {@code --guard} of the commands that collapse and cluster. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into the folder
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestGuardOption extends LuceneTestCase {
  private static final String TEXT =
      "The committee met in the town hall and agreed to pay 2.5 million dollars for the new bridge"
          + " over the river near the old mill, as its chairman told the daily after the meeting";

  private static final String DOCUMENTS =
      line("a", "5", TEXT)
          + line("price", "6", TEXT)
          + line("number", "5", TEXT.replace("2.5", "3.5"))
          + line("not", "5", TEXT.replace("and agreed", "and not agreed"))
          + line("comma", "5", TEXT.replace(", as", ": as"));

  private String index;

  private static String line(String id, String price, String text) {
    return String.format(
        Locale.ROOT, "{\"id\": \"%s\", \"price\": \"%s\", \"text\": \"%s\"}%n", id, price, text);
  }

  @Override
  public void setUp() throws Exception {
    super.setUp();
    index = createTempDir().resolve("index").toString();
  }

  private Run run(String... options) {
    List<String> args = new ArrayList<>(List.of(options));
    args.addAll(1, List.of("--index", index));
    return args.getFirst().equals("index")
        ? Run.withInput(DOCUMENTS, args.toArray(String[]::new))
        : Run.neardup(args.toArray(String[]::new));
  }

  private void assertVisible(int count, String... options) throws IOException {
    Run run = run(options);
    assertEquals(run.err(), 0, run.exitCode());
    JsonNode stats = run("stats", "--json").json();
    assertEquals(stats.toString(), count, stats.get("counts").get("visible").asInt());
  }

  public void testIndexAndRetune() throws IOException {
    assertVisible(2, "index", "--threshold=0.5", "--guard=numbers", "-");
    assertVisible(1, "retune", "--guard=none");
    assertVisible(4, "retune", "--guard=numbers,negations,field:price");
    assertVisible(3, "retune", "--guard=lossless");
    JsonNode explained = run("explain", "--json", "a", "number").json();
    assertFalse(explained.get("verdict").get("near").asBoolean());
    assertEquals("lossless", explained.get("guards").get(0).get("guard").asText());
    assertVisible(3, "retune", "--guard=numbers,negations");
    String words = run("explain", "a", "number").out();
    assertTrue(words, words.contains("a guard parts them, numbers: 2.5 \u2192 3.5"));
  }

  public void testRefused() {
    for (String unknown : List.of("number", "field:", "numbers,,names")) {
      Run refused = run("index", "--guard=" + unknown, "-");
      assertEquals(refused.err(), 2, refused.exitCode());
    }
    Run missing = run("index", "--guard=field:prize", "-");
    assertEquals(missing.err(), 2, missing.exitCode());
    assertTrue(missing.err(), missing.err().contains("--guard"));
  }

  public void testCluster() throws IOException {
    String output = createTempDir().resolve("clusters.jsonl").toString();
    Run run =
        Run.withInput(
            DOCUMENTS,
            "cluster",
            "--json",
            "--threshold=0.5",
            "--guard=numbers,field:price",
            "--output=" + output,
            "-");
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals(3, run.json().get("found").get("clustered").asInt()); // a, not and comma
    Run directed = Run.withInput(DOCUMENTS, "cluster", "--guard=lossless", "--output=x", "-");
    assertEquals(directed.err(), 2, directed.exitCode());
  }
}
