// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.neardup.tools.console.ExitCode;

/** What the options of search show, and in which order. */
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestSearchOptions extends LuceneTestCase {
  private String index;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    index = createTempDir().resolve("index").toString();
    String lines =
        """
        {"id": "a", "title": "ferry", "text": "ferry one", "size": 9, "date": "2024-05-01"}
        {"id": "b", "title": "ferry", "text": "ferry two", "size": "10", "date": "2025-01-31"}
        {"id": "c", "title": "", "text": "the third ferry of this port", "size": [1e3, 2]}
        {"id": "d", "title": "ferry", "text": "ferry four", "date": "2024-05-01"}
        """;
    Run run = Run.withInput(lines, "index", "--index", index, "-");
    assertEquals(run.err(), 0, run.exitCode());
  }

  public void testHitsAreInTheOrderOfAField() throws IOException {
    assertEquals("c a b d", ids("--sort", "size"));
    assertEquals("c b a d", ids("--sort", "size:desc"));
    assertEquals("a d b c", ids("--sort", "date:asc"));
    assertEquals("b a d c", ids("--sort", "date:desc", "--mode", "all"));
    assertEquals("b a", ids("--sort", "date:desc", "--top", "2"));
  }

  public void testWithAnotherOrderHitsKeepTheirScores() throws IOException {
    assertEquals(scores(), scores("--sort", "size"));
    assertEquals(scores(), scores("--sort", "date:desc", "--mode", "all"));
  }

  public void testAFieldToSortByMustHaveTerms() {
    Run unknown = search("--sort", "sise:desc");
    assertEquals(ExitCode.USAGE.code(), unknown.exitCode());
    assertEquals(
        "neardup: sort must name a field of the index, which has _indexed, date, id, size, text,"
            + " title; got sise\n",
        unknown.err());
    Run words = search("--sort", "title");
    assertEquals(ExitCode.USAGE.code(), words.exitCode());
    assertTrue(words.err(), words.err().contains("must name a field with doc values"));
  }

  public void testAFieldOfAQueryMustBeInTheIndex() {
    Run filter = search("--filter", "-dote:2024 id:a");
    assertEquals(
        "neardup: --filter must name a field of the index, which has _indexed, date, id, size,"
            + " text, title; got dote\n",
        filter.err());
    assertEquals(ExitCode.USAGE.code(), filter.exitCode());
    Run query = Run.neardup("search", "--index", index, "titel:ferry");
    assertEquals(ExitCode.DONE.code(), query.exitCode());
    assertTrue(
        query.err(), query.err().startsWith("neardup: searched as words: no field is titel"));
    Run date = Run.neardup("variants", "--index", index, "--date", "dote", "a");
    assertEquals(ExitCode.USAGE.code(), date.exitCode());
    assertTrue(date.err(), date.err().startsWith("neardup: --date must name a field"));
    assertEquals(0, search("--filter", "date:2024-05-01 AND *:*").exitCode());
  }

  public void testAPatternWithTooManyStatesIsAMistake() {
    String pattern = "/(a|b|c)*a(a|b|c){20}/";
    String message =
        """
        neardup: a pattern must be simpler: too many states are needed to match it
        """;
    assertEquals(new Run(2, "", message), Run.neardup("search", "--index", index, pattern));
    assertEquals(new Run(2, "", message), search("--filter", pattern));
    assertEquals(new Run(2, "", message), search("--filter", "date:" + pattern + " AND ferry"));
  }

  public void testWordsOfAQueryNeedNoQuotes() throws IOException {
    Run joined = Run.neardup("search", "--index", index, "--json", "third", "AND", "port");
    assertEquals(1, joined.json().get("total").asInt());
    assertEquals("third AND port", joined.json().get("query").asText());
  }

  public void testHitsShowWhatMatchesAndTheirFields() throws IOException {
    Run run = Run.neardup("search", "--index", index, "--fields", "date,size", "port");
    assertEquals(run.err(), 0, run.exitCode());
    List<String> lines = run.out().lines().toList();
    assertEquals("1 hit", lines.get(0));
    assertEquals(" ".repeat(16) + "the third ferry of this port", lines.get(2));
    assertEquals("date is not there", " ".repeat(16) + "size: 1e3; 2", lines.get(3));
    var hit = search("--fields", "size", "--filter", "id:c").json().get("hits").get(0);
    assertEquals("{\"size\":[\"1e3\",\"2\"]}", hit.get("fields").toString());
    assertEquals(
        "[{\"text\":\"the third \",\"match\":false},{\"text\":\"ferry\",\"match\":true},"
            + "{\"text\":\" of this port\",\"match\":false}]",
        hit.get("snippet").toString());
    Run unknown = search("--fields", "date,dote");
    assertEquals(ExitCode.USAGE.code(), unknown.exitCode());
    assertTrue(unknown.err(), unknown.err().startsWith("neardup: --fields must name a field"));
  }

  private String ids(String... options) throws IOException {
    List<String> ids = new ArrayList<>();
    search(options).json().get("hits").forEach(hit -> ids.add(hit.get("id").asText()));
    return ids.stream().collect(joining(" "));
  }

  private Map<String, Double> scores(String... options) throws IOException {
    Map<String, Double> scores = new TreeMap<>();
    search(options)
        .json()
        .get("hits")
        .forEach(hit -> scores.put(hit.get("id").asText(), hit.get("score").asDouble()));
    return scores;
  }

  private Run search(String... options) {
    List<String> args = new ArrayList<>(List.of("search", "--index", index, "--json", "ferry"));
    args.addAll(List.of(options));
    return Run.neardup(args.toArray(String[]::new));
  }
}
