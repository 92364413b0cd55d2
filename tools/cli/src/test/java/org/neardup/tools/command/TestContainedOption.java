// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;

/**
 * Teasers behind their articles: {@code --contained} of {@code index}, and what reads such indexes.
 */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into the folder
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestContainedOption extends LuceneTestCase {
  private static final String TEASER =
      "A fire broke out at the old wharf on Monday night and destroyed two sheds before the fire"
          + " brigade got it under control at dawn";
  private static final String REST =
      " Nobody was hurt but three boats were damaged by falling timber, and the ferry did not run"
          + " until noon on the next day, as the harbour master told the daily on Tuesday";

  private String index;

  private Run index(String... options) {
    return add(
        line("teaser", TEASER) + line("article", TEASER + REST) + line("copy", TEASER + "!"),
        options);
  }

  private Run add(String documents, String... options) {
    List<String> args = new ArrayList<>(List.of("index", "--index", index));
    args.addAll(List.of(options));
    args.add("-");
    return Run.withInput(documents, args.toArray(String[]::new));
  }

  private static String line(String id, String text) {
    return "{\"id\": \"" + id + "\", \"text\": \"" + text + "\"}\n";
  }

  @Override
  public void setUp() throws Exception {
    super.setUp();
    index = createTempDir().resolve("index").toString();
  }

  private JsonNode json(String command, String... args) throws IOException {
    List<String> all = new ArrayList<>(List.of(command, "--index", index));
    all.addAll(List.of(args));
    Run run = Run.neardup(all.toArray(String[]::new));
    assertEquals(run.err(), 0, run.exitCode());
    return run.json();
  }

  public void testATeaserIsHiddenAndComesBack() throws IOException {
    Run made = index("--contained", "hide");
    assertEquals(made.err(), 0, made.exitCode());
    JsonNode hits = json("search", "--json", "fire").get("hits");
    assertEquals(1, hits.size());
    assertEquals("article", hits.get(0).get("id").asText());
    assertEquals(3, hits.get(0).get("versions").asInt());
    JsonNode versions = json("variants", "--json", "teaser").get("versions");
    assertEquals("contained", versions.get(1).get("place").asText());
    assertEquals(1, versions.get(1).get("exact").get("containmentOfB").asDouble(), 0);
    String listed = Run.neardup("variants", "--index", index, "teaser").out();
    assertTrue(listed, listed.contains("(hidden, contained: 1.000)"));
    assertEquals(
        "teaser is hidden behind article, which contains 1.000 of it",
        json("explain", "--json", "teaser", "article").get("places").asText());
    assertEquals(2, json("stats", "--json").get("counts").get("hidden").asInt());
    Path report = createTempDir().resolve("report.html");
    json("report", "--json", "--output", report.toString());
    String page = Files.readString(report);
    assertTrue(page, page.contains("contained, 1.000 of it."));
    json("check", "--json");
    json("retune", "--json", "--threshold", "0.7");
    json("check", "--json", "--repair");
    json("delete", "--json", "article");
    assertEquals("teaser", json("search", "--json", "fire").get("hits").get(0).get("id").asText());
    json("check", "--json");
    assertEquals(
        0,
        add(line("article", TEASER + REST), "--contained", "hide", "--threshold", "0.7")
            .exitCode());
    assertEquals("article", json("search", "--json", "fire").get("hits").get(0).get("id").asText());
  }

  public void testItIsASettingOfTheIndex() {
    assertEquals(0, index("--contained", "hide").exitCode());
    Run other = index();
    assertEquals(3, other.exitCode());
    assertTrue(other.err(), other.err().contains("index was made with contained HIDE, not SHOW"));
  }

  public void testWhatItDoesNotGoWith() {
    Run sets = index("--contained", "hide", "--set-field", "tags");
    assertEquals(2, sets.exitCode());
    assertTrue(
        sets.err(),
        sets.err().contains("contained must be SHOW where sets of values are compared"));
    assertEquals(2, index("--contained", "drop").exitCode());
  }

  public void testARebuiltIndexToo() throws IOException {
    assertEquals(0, index().exitCode());
    String from = index;
    index = createTempDir().resolve("rebuilt").toString();
    Run made =
        Run.neardup(
            "rebuild",
            "--from",
            from,
            "--to",
            index,
            "--text-field",
            "text",
            "--contained",
            "hide");
    assertEquals(made.err(), 0, made.exitCode());
    assertEquals(1, json("search", "--json", "fire").get("hits").size());
    json("check", "--json");
  }
}
