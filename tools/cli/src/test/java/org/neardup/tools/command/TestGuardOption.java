// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.tools.index.Fields;

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
    assertFalse(explained.get("decision").get("nearDuplicates").asBoolean());
    assertEquals("lossless", explained.get("guards").get(0).get("guard").asText());
    assertVisible(3, "retune", "--guard=numbers,negations");
    assertEquals(0, run("check").exitCode());
    String words = run("explain", "a", "number").out();
    assertTrue(words, words.contains("a guard parts them, numbers: 2.5 \u2192 3.5"));
  }

  public void testGuardedNeighbours() throws IOException {
    assertVisible(4, "index", "--guard=numbers,negations,field:price", "--threshold=0.5", "-");
    JsonNode variants = run("variants", "--json", "comma").json();
    assertEquals(2, variants.get("total").asInt());
    Map<String, String> parting = new TreeMap<>();
    for (JsonNode neighbour : variants.get("guarded")) {
      assertTrue(neighbour.get("exact").get("resemblance").asDouble() >= 0.5);
      JsonNode guard = neighbour.get("guards").get(0);
      parting.put(
          neighbour.get("id").asText(),
          guard.get("guard").asText() + guard.get("onlyA") + guard.get("onlyB"));
    }
    assertEquals(
        Map.of(
            "price", "field:price[\"5\"][\"6\"]",
            "number", "numbers[\"2.5\"][\"3.5\"]",
            "not", "negations[][\"not\"]"),
        parting);
    String text = run("variants", "a").out();
    assertTrue(text, text.contains("near, but parted by guards\n"));
    assertTrue(text, text.contains("(numbers: 2.5 \u2192 3.5)\n"));
    assertVisible(1, "retune", "--guard=none");
    assertEquals(0, run("variants", "--json", "a").json().get("guarded").size());
    assertFalse(run("variants", "a").out().contains("guards"));
  }

  public void testEffects() throws IOException {
    assertVisible(1, "index", "--threshold=0.5", "-");
    assertTrue(run("stats", "--json").json().get("guards").isNull());
    assertFalse(run("stats").out().contains("guards would part"));
    JsonNode effects = run("stats", "--json", "--guards").json().get("guards");
    assertEquals(
        "{\"hidden\":4,\"compared\":4,"
            + "\"parted\":{\"numbers\":1,\"negations\":1,\"names\":0,\"lossless\":2}}",
        effects.toString());
    String text = run("stats", "--guards").out();
    assertTrue(text, text.contains("of 4 hidden documents\nnumbers "));
    assertVisible(2, "retune", "--guard=numbers");
    effects = run("stats", "--json", "--guards").json().get("guards");
    assertEquals(3, effects.get("compared").asInt());
    assertEquals(0, effects.get("parted").get("numbers").asInt());
    assertEquals(1, effects.get("parted").get("negations").asInt());
  }

  public void testRetuneNeedsStoredTexts() throws IOException {
    try (Directory directory = FSDirectory.open(Path.of(index));
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(
                directory, Fields.collapse(), new IndexWriterConfig(new StandardAnalyzer()))) {
      for (String id : List.of("a", "b")) {
        Document document = new Document();
        document.add(new StringField("id", id, Store.YES));
        document.add(new TextField("text", TEXT + id, Store.NO));
        writer.updateDocument(document);
      }
      writer.commit();
    }
    Run refused = run("retune", "--guard=numbers");
    assertEquals(refused.err(), 3, refused.exitCode());
    assertTrue(refused.err(), refused.err().contains("stored"));
    assertVisible(1, "retune", "--guard=none");
  }

  public void testRefused() {
    for (String unknown : List.of("number", "field:", "numbers,,names")) {
      Run refused = run("index", "--guard=" + unknown, "-");
      assertEquals(refused.err(), 2, refused.exitCode());
      assertEquals(2, run("retune", "--guard=" + unknown).exitCode());
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
    Run lossless =
        Run.withInput(
            DOCUMENTS,
            "cluster",
            "--json",
            "--guard=lossless",
            "--force",
            "--output=" + output,
            "-");
    assertEquals(lossless.err(), 0, lossless.exitCode());
    Run sketches =
        Run.withInput(
            DOCUMENTS, "cluster", "--guard=lossless", "--verify=sketch", "--output=x", "-");
    assertEquals(sketches.err(), 2, sketches.exitCode());
    assertTrue(sketches.err(), sketches.err().contains("lossless"));
  }
}
