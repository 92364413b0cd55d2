// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.Connection;
import org.jsoup.Connection.Response;
import org.jsoup.Jsoup;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.command.Run;

/** What is said of a text is what becomes of it. */
public class TestTextDecision {
  private static final int PAIRS = 8;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  /** Words {@code from} to {@code end} of a text. */
  private static String words(int text, int from, int end) {
    return IntStream.range(from, end)
        .mapToObj(word -> "text" + text + "word" + word)
        .collect(Collectors.joining(" "));
  }

  /** Each half has counted resemblance .5 to the whole, whatever the estimates. */
  @Test
  public void testOfEqualsThePreferredOne() throws IOException {
    List<String> halves = new ArrayList<>();
    for (int text = 0; text < PAIRS; text++) {
      halves.add(Served.document("id", "first" + text, "text", words(text, 0, 20)));
      halves.add(Served.document("id", "last" + text, "text", words(text, 20, 40)));
    }
    for (String keep : List.of("first", "last")) {
      try (SearchServer server = serve(keep, halves, "--keep=" + keep, "--threshold=0.5")) {
        for (int text = 0; text < PAIRS; text++) {
          JsonNode said = decide(server, words(text, 0, 40));
          assertEquals(said.toString(), keep + text, said.get("id").asText());
          assertEquals(0.5, said.get("resemblance").asDouble(), 0);
        }
      }
    }
  }

  /** Its error leads below 0. */
  @Test
  public void testALowThreshold() throws IOException {
    List<String> documents =
        List.of(
            Served.document("id", "a", "text", words(1, 0, 40) + " 7"),
            Served.document("id", "b", "text", words(1, 0, 40) + " 8"));
    try (SearchServer server =
        serve("low", documents, "--threshold=0.04", "--guard=numbers", "--keep=first")) {
      assertEquals("b", decide(server, words(1, 0, 40) + " 8").get("id").asText());
      assertTrue(decide(server, words(1, 0, 40) + " 9").get("isNew").asBoolean());
      Response page = connect(server, "document?id=a").execute();
      assertEquals(page.body(), 200, page.statusCode());
      assertEquals("numbers: 7 \u2192 8", page.parse().select("#guarded .note").text());
    }
  }

  private SearchServer serve(String name, List<String> documents, String... options)
      throws IOException {
    Path index = folder.getRoot().toPath().resolve(name + ".idx");
    List<String> arguments = new ArrayList<>(List.of("index", "--index=" + index));
    arguments.addAll(List.of("--shingle=word:1", "--min-elements=1"));
    arguments.addAll(List.of(options));
    arguments.add("-");
    Run made = Run.withInput(String.join("\n", documents), arguments.toArray(String[]::new));
    assertEquals(made.err(), 0, made.exitCode());
    return Served.start(index);
  }

  private static Connection connect(SearchServer server, String path) {
    return Jsoup.connect(URI.create(server.address()).resolve(path).toString())
        .ignoreContentType(true)
        .ignoreHttpErrors(true);
  }

  private static JsonNode decide(SearchServer server, String text) throws IOException {
    Response answer =
        connect(server, "api/decide")
            .method(Connection.Method.POST)
            .header("Content-Type", "application/json")
            .requestBody(Served.document("text", text))
            .execute();
    assertEquals(answer.body(), 200, answer.statusCode());
    return new JsonMapper().readTree(answer.body());
  }
}
