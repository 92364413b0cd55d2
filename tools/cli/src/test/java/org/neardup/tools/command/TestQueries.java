// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.apache.lucene.tests.util.TestUtil;

/** Queries as people write them: words where they do not parse, and notes of what is missing. */
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestQueries extends LuceneTestCase {
  private static final Pattern FOREIGN =
      Pattern.compile("(?i)lexical|encountered|parse |exception|expected|column|token|position");

  private String index;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    index = createTempDir().resolve("index").toString();
    String lines =
        """
        {"id": "q1", "title": "Ports", "text": "how import/export works: a guide (draft", "size": 9}
        {"id": "q2", "title": "Boats", "text": "the lane is 12:30 metres [sic] wide AND deep"}
        """;
    Run run = Run.withInput(lines, "index", "--index", index, "-");
    assertEquals(run.err(), 0, run.exitCode());
  }

  private Run search(String... args) {
    return Run.neardup(
        Stream.concat(Stream.of("search", "--index", index), Stream.of(args))
            .toArray(String[]::new));
  }

  private JsonNode found(String query) throws IOException {
    Run run = search("--json", "--", query);
    assertEquals(query + run.err(), 0, run.exitCode());
    return run.json();
  }

  private List<String> ids(String query) throws IOException {
    List<String> ids = new ArrayList<>();
    found(query).get("hits").forEach(hit -> ids.add(hit.get("id").asText()));
    return ids;
  }

  private List<String> notes(String query) throws IOException {
    List<String> notes = new ArrayList<>();
    found(query).get("notes").forEach(note -> notes.add(note.asText()));
    return notes;
  }

  /** Each finds its document, and a note says how operators are written. */
  public void testWhatIsNoQueryIsSearchedAsWords() throws IOException {
    for (String query :
        List.of(
            "import/export",
            "works: a guide",
            "(draft",
            "draft)",
            "\"import export",
            "export?",
            "export??",
            "guide!",
            "guide [",
            "guide^x",
            "*guide*",
            "guide NOT",
            "OR guide",
            "https://a.example/b guide",
            "guide: /x(/",
            "{guide}",
            "guide \\")) {
      assertEquals(query, List.of("q1"), ids(query));
      List<String> notes = notes(query);
      assertTrue(query + notes, notes.getFirst().contains("this AND NOT that"));
      assertFalse(query + notes, FOREIGN.matcher(notes.toString()).find());
    }
    assertEquals(List.of("q2"), ids("12:30 metres"));
    assertEquals(List.of("q2"), ids("AND ("));
  }

  public void testRangesOfNumbers() throws IOException {
    String numbers = createTempDir().resolve("numbers").toString();
    String lines =
        """
        {"id": "9", "text": "a", "price": 60, "date": "2023-08-03", "code": "60", "tags": ["5", "90"]}
        {"id": "10", "text": "b", "price": 1.5e2, "date": "2024-01-01", "code": "150"}
        {"id": "11", "text": "c", "price": "-3", "date": "2025", "code": "N/A", "tags": ["70"]}
        """;
    Run run = Run.withInput(lines, "index", "--index", numbers, "-");
    assertEquals(run.err(), 0, run.exitCode());
    index = numbers;
    assertEquals(List.of("9"), ids("price:[50 TO 100]"));
    assertEquals(List.of("10", "9"), ids("price:[60 TO 150]").stream().sorted().toList());
    assertEquals(List.of(), ids("price:{60 TO 150}"));
    assertEquals(List.of("11"), ids("price:[* TO 60}"));
    assertEquals(List.of("10"), ids("price:{100 TO *]"));
    assertEquals(3, ids("price:[* TO *]").size());
    assertEquals("any value counts", List.of("9"), ids("tags:[80 TO 100]"));
    assertEquals(List.of("9"), ids("id:[1 TO 9]"));
    assertEquals(List.of("9"), ids("date:[2023-01-01 TO 2023-12-31]"));
    assertEquals(List.of(), notes("price:[50 TO 100]"));
    assertEquals(List.of(), notes("date:[2023-01-01 TO 2023-12-31]"));
    assertEquals(
        List.of("Not all values of code are numbers, so its range goes by text"),
        notes("code:[50 TO 200]"));
    assertTrue(
        notes("price:>100").contains("A range is written price:[1 TO 2], or price:[1 TO *]"));
  }

  /** What parses is searched as it is written, without a note. */
  public void testOperatorsAreOperators() throws IOException {
    for (String query :
        List.of(
            "title:Ports",
            "guid*",
            "gu?de",
            "/gu.*e/",
            "guide AND NOT lane",
            "\"works a guide\"",
            "size:9",
            "import\\/export",
            "neardup:q1")) {
      assertEquals(query, List.of("q1"), ids(query));
      assertEquals(query, List.of(), notes(query));
    }
  }

  public void testWhatNoDocumentHasIsNamed() throws IOException {
    assertEquals(List.of("No document has \"qqzz\""), notes("guide qqzz"));
    assertEquals("No document has \"qqzz\"", notes("(qqzz").getLast());
    assertEquals(List.of("No document has \"guide qqzz\""), notes("\"guide qqzz\" works"));
    assertEquals(List.of("No document has \"qq*\""), notes("guide OR qq*"));
    assertEquals(List.of("No document has \"qq?\""), notes("qq?"));
    assertEquals(List.of("No document has \"/qq.*/\""), notes("/qq.*/"));
    assertEquals(List.of("No document has size:\"7\""), notes("size:7"));
    assertEquals(List.of(), notes("guide lane"));
    Run shown = search("guide", "qqzz");
    assertEquals("neardup: No document has \"qqzz\"\n", shown.err());
    assertTrue(shown.out(), shown.out().startsWith("1 hit\n"));
    JsonNode filtered = search("--json", "--filter", "size:7", "guide").json();
    assertEquals("No document has size:\"7\"", filtered.get("notes").get(0).asText());
  }

  public void testAQuestionMarkBehindAWordIsAlsoNone() throws IOException {
    assertEquals(List.of("q1"), ids("guide?"));
    assertEquals(List.of("q1"), ids("how does this work?"));
    assertEquals(List.of("q1"), ids("guid?"));
    assertEquals(List.of(), notes("guid?"));
  }

  public void testNotAloneFindsNothingAndSaysSo() throws IOException {
    assertEquals(List.of(), ids("-guide"));
    assertTrue(notes("-guide").getFirst().startsWith("NOT alone finds nothing"));
    Run filtered = search("--json", "--filter", "NOT title:boats", "guide");
    assertTrue(filtered.out(), filtered.out().contains("NOT alone finds nothing"));
    assertEquals(List.of("there is no word to look for"), notes("\"\""));
  }

  public void testFiltersAreRefusedInOurWords() {
    for (String filter : List.of("(draft", "import/export", "*x", "/x(/", "", "[a TO", "a:b:c")) {
      Run run = search("--filter", filter, "guide");
      assertEquals(run.err(), 2, run.exitCode());
      assertTrue(run.err(), run.err().startsWith("neardup: --filter must be a query such as "));
      assertFalse(run.err(), FOREIGN.matcher(run.err()).find());
    }
    Run field = search("--filter", "sise:9", "guide");
    assertTrue(
        field.err(), field.err().startsWith("neardup: --filter must name a field of the index"));
  }

  public void testThereMustBeSomethingToLookFor() {
    for (String query : List.of("", " ", "???", "!!!", "()", "\"")) {
      Run run = search("--", query);
      assertEquals(query + run, 2, run.exitCode());
      String got = query.isBlank() ? "none" : query;
      assertEquals("neardup: QUERY must have a word to look for, got " + got + "\n", run.err());
    }
  }

  /** Whatever is typed is searched, or refused in our words. */
  public void testAnyText() {
    String signs = "ab /?*:()[]{}\"'\\+-!&|^~<>=.,TO AND OR NOT é東\u0e01\uD83D\uDE00";
    for (int i = TEST_NIGHTLY ? 300 : 60; i > 0; i--) {
      StringBuilder query = new StringBuilder();
      for (int n = TestUtil.nextInt(random(), 1, 12); n > 0; n--) {
        int from = random().nextInt(signs.length());
        query.append(signs, from, Math.min(signs.length(), from + 1 + random().nextInt(4)));
      }
      for (String[] args :
          new String[][] {{"--", query.toString()}, {"--filter=" + query, "guide"}}) {
        Run run = search(args);
        assertTrue(query + ": " + run, run.exitCode() == 0 || run.exitCode() == 2);
        String told = run.err().replace(query, "");
        assertFalse(query + ": " + told, FOREIGN.matcher(told).find());
      }
    }
  }
}
