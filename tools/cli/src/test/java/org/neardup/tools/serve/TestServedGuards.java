// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.jsoup.Connection;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.command.Run;

/** A document's page lists what is near it, though guards part them. */
public class TestServedGuards {
  private static final String TEXT =
      "The committee met in the town hall and agreed to pay for the new bridge over the river near"
          + " the old mill, as its chairman told the daily after the meeting: ";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void testListsGuardedNeighbours() throws IOException {
    Path index = folder.getRoot().toPath().resolve("docs.idx");
    String documents =
        String.join(
            "\n",
            Served.document("id", "a", "text", TEXT + "2.5"),
            Served.document("id", "b", "title", "Bridge", "text", TEXT + "3.5"),
            Served.document("id", "c", "text", TEXT.replace(",", ";") + "2.5"),
            Served.document("id", "other", "text", "an old wharf with 2.5 sheds"));
    Run made =
        Run.withInput(documents, "index", "--index", index.toString(), "--guard=numbers", "-");
    assertEquals(made.err(), 0, made.exitCode());
    try (SearchServer server = Served.start(index)) {
      for (String id : new String[] {"a", "c"}) {
        Document page = page(server, "document?id=" + id);
        assertEquals("Bridge", page.select("#guarded .name").text());
        assertEquals("numbers: 2.5 \u2192 3.5", page.select("#guarded .note").text());
      }
      assertEquals(0, page(server, "document?id=other").select("#guarded").size());
    }
  }

  /** Without the values of the field a text would be new, whatever it is. */
  @Test
  public void testNothingIsDecidedOnATextWithoutAGuardedField() throws IOException {
    Path index = folder.getRoot().toPath().resolve("prices.idx");
    Run made =
        Run.withInput(
            Served.document("id", "a", "text", TEXT, "price", "5"),
            "index",
            "--index=" + index,
            "--guard=lossless,field:price",
            "-");
    assertEquals(made.err(), 0, made.exitCode());
    try (SearchServer server = Served.start(index)) {
      assertEquals(0, page(server, "overview").select("#threshold").size());
      Connection.Response answer =
          Jsoup.connect(URI.create(server.address()).resolve("api/decide").toString())
              .method(Connection.Method.POST)
              .header("Content-Type", "application/json")
              .requestBody(Served.document("text", TEXT))
              .ignoreContentType(true)
              .ignoreHttpErrors(true)
              .execute();
      assertEquals(answer.body(), 400, answer.statusCode());
      assertEquals(
          "a text alone has no price, which the index guards",
          new JsonMapper().readTree(answer.body()).get("error").asText());
    }
  }

  private static Document page(SearchServer server, String path) throws IOException {
    return Jsoup.connect(URI.create(server.address()).resolve(path).toString()).get();
  }
}
