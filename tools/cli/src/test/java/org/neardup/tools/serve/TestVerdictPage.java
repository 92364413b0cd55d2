// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.nodes.Document;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.Await;

/** What readers say of two documents. */
public class TestVerdictPage {
  private static final String TEXT = "one two three four five six seven eight nine ten eleven";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path file;
  private Served served;

  @Before
  public void serve() throws IOException {
    file = folder.getRoot().toPath().resolve("verdicts.jsonl");
    served =
        new Served(
            folder.getRoot().toPath(),
            file,
            Served.document("id", "a", "text", TEXT),
            Served.document("id", "b", "text", TEXT + " twelve"));
  }

  @After
  public void close() throws IOException {
    served.close();
  }

  private HttpResponse<String> say(String form, String origin) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(served.uri("/verdict"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form));
    return served.send(origin == null ? request : request.header("Origin", origin));
  }

  private HttpResponse<String> say(String form) throws IOException {
    return say(form, "http://127.0.0.1:" + served.port());
  }

  @Test
  public void testAVerdictGoesToTheFileThatRetuneTakesIn() throws Exception {
    Document page = served.page("/compare?a=a&b=b");
    assertEquals(List.of("The same", "Not the same"), page.select(".judge button").eachText());
    HttpResponse<String> answer = say("a=a&b=b&verdict=different");
    assertEquals(303, answer.statusCode());
    assertEquals("/compare?a=a&b=b", answer.headers().firstValue("Location").orElseThrow());
    page = served.page("/compare?a=a&b=b");
    assertTrue(page.select(".judge").text().startsWith("Your verdict: Not the same"));
    assertEquals(List.of("The same", "Withdraw this"), page.select(".judge button").eachText());
    served.command("retune", "--verdicts", file.toString());
    Await.until(
        "the verdict is explained",
        () ->
            served
                .page("/compare?a=a&b=b")
                .select(".decision p")
                .text()
                .contains("a verdict says that they are not the same"));
    assertEquals(303, say("a=b&b=a&verdict=withdrawn").statusCode());
    assertEquals(
        """
        {"a":"a","b":"b","verdict":"different"}
        {"a":"b","b":"a","verdict":"withdrawn"}
        """,
        Files.readString(file));
  }

  @Test
  public void testRefusesWhatIsNotFromOurPages() throws IOException {
    for (String origin :
        new String[] {
          null, "null", "http://evil.example", "http://127.0.0.1", "http://localhost:1"
        }) {
      assertEquals(403, say("a=a&b=b&verdict=same", origin).statusCode());
    }
    assertEquals(405, served.get("/verdict?a=a&b=b&verdict=same").statusCode());
    for (String form : new String[] {"a=a&b=b", "a=a&b=b&verdict=maybe", "a=a&b=a&verdict=same"}) {
      assertEquals(form, 400, say(form).statusCode());
    }
    assertEquals(404, say("a=a&b=unknown&verdict=same").statusCode());
    assertFalse(Files.exists(file));
  }

  @Test
  public void testNothingIsTakenUnlessAskedFor() throws IOException {
    Path other = folder.newFolder().toPath();
    try (Served reading =
        new Served(
            other,
            Served.document("id", "a", "text", TEXT),
            Served.document("id", "b", "text", TEXT + " twelve"))) {
      assertEquals(0, reading.page("/compare?a=a&b=b").select("form.judge").size());
      assertEquals(404, reading.post("/verdict", "a=a&b=b&verdict=same").statusCode());
    }
  }
}
