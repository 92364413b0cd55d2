// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.search.Search;
import org.neardup.tools.search.SearchReport;

/** Nothing in documents or requests becomes part of a page, and nobody else is answered. */
public class TestServerSafety {
  private static final String SCRIPT = "</title></textarea><script>document.title='taken'</script>";
  private static final String ATTRIBUTE = "\"'` onfocus=alert(1) autofocus x=\"";
  private static final String CONTROLS = "a\u0000b\u001b[31mc\u202edcba\u0085\u2028";
  private static final String LONG = "w".repeat(5000);
  private static final String TEXT =
      "a text of several words that are quite the same in both of these two documents but for"
          + " what is at its end, namely this: ";
  private static final List<String> IDS =
      List.of(
          SCRIPT,
          ATTRIBUTE,
          CONTROLS,
          "javascript:alert(1)",
          "https://x.org/\"><img src=x>",
          "\uD834\uDD1E".repeat(8000));

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private Served served;

  @Before
  public void serve() throws IOException {
    String[] documents = new String[IDS.size()];
    for (int i = 0; i < documents.length; i++) {
      String hostile = List.of(SCRIPT, ATTRIBUTE, CONTROLS, LONG).get(i % 4);
      documents[i] =
          Served.document(
              "id",
              IDS.get(i),
              "title",
              i % 5 == 4 ? "" : hostile,
              "text",
              TEXT + hostile + " wharf",
              "date",
              hostile,
              "url",
              i % 2 == 0 ? "javascript:alert(1)" : "",
              "other",
              hostile);
    }
    served = new Served(folder.getRoot().toPath(), documents);
  }

  @After
  public void close() throws IOException {
    served.close();
    assertEquals("", served.messages());
  }

  private static void assertHarmless(HttpResponse<String> answer) {
    Document page = Served.parsed(answer);
    assertEquals(
        0,
        page.select("script:not([src=/page.js]), style, img, iframe, object, base, [style]")
            .size());
    for (Element element : page.getAllElements()) {
      for (Attribute attribute : element.attributes()) {
        String name = attribute.getKey();
        assertFalse(name, name.startsWith("on") || name.equals("autofocus"));
        if (List.of("href", "action", "src").contains(name)) {
          String address = attribute.getValue().toLowerCase(Locale.ROOT);
          assertTrue(address, address.matches("(/|#|https?://)[^\\x00-\\x1f]*"));
        }
      }
    }
    assertFalse(page.title().equals("taken"));
    assertTrue(answer.body().codePoints().noneMatch(c -> Character.isISOControl(c) && c != '\n'));
  }

  @Test
  public void testDocumentsCannotBecomePartOfPages() throws IOException {
    for (String mode : List.of("best", "hide", "all")) {
      HttpResponse<String> answer = served.get("/?q=wharf&mode=" + mode);
      assertEquals(200, answer.statusCode());
      assertTrue(Served.parsed(answer).select(".hit").size() > 0);
      assertHarmless(answer);
    }
    assertHarmless(served.get("/"));
    for (String id : IDS) {
      for (String path :
          List.of(
              Site.linkToDocument(id),
              Site.linkToSimilar(id) + "&min=0.05",
              Site.linkToComparison(id, id))) {
        HttpResponse<String> answer = served.get(path);
        assertEquals(path + answer.body(), 200, answer.statusCode());
        assertHarmless(answer);
      }
    }
  }

  /** Every link of a page leads somewhere, whatever the id. */
  @Test
  public void testLinksLeadToTheirDocuments() throws IOException {
    Document page = served.page("/?q=wharf&mode=all");
    for (String link : page.select("h2 a, .version .name a").eachAttr("href")) {
      assertEquals(link, 200, served.get(link).statusCode());
    }
  }

  @Test
  public void testRequestsCannotBecomePartOfPages() throws IOException {
    for (String hostile : List.of(SCRIPT, ATTRIBUTE, CONTROLS, LONG, "javascript:alert(1)")) {
      String value = Parameters.encode(hostile);
      for (String path :
          List.of(
              "/?q=" + value,
              "/?q=wharf&filter=" + value,
              "/?q=wharf&sort=" + value,
              "/?q=wharf&mode=" + value,
              "/?" + value + "=x",
              "/document?id=" + value,
              "/" + value)) {
        assertHarmless(served.get(path));
      }
      assertHarmless(served.post("/similar", "text=" + value));
      assertHarmless(served.post("/similar", "text=x&scope=" + value));
    }
    assertHarmless(served.post("/similar", "text=%zz"));
  }

  @Test
  public void testBrowsersAreToldToRunNothingOfOthers() throws IOException {
    for (String path : List.of("/", "/?q=wharf", "/nothing", "/api/stats", "/style.css")) {
      var headers = served.get(path).headers();
      String policy = headers.firstValue("Content-Security-Policy").orElseThrow();
      assertTrue(
          policy, policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"));
      assertFalse(policy, policy.contains("unsafe"));
      assertEquals("nosniff", headers.firstValue("X-Content-Type-Options").orElseThrow());
      assertEquals("same-origin", headers.firstValue("Referrer-Policy").orElseThrow());
    }
    assertEquals(
        "text/css; charset=utf-8",
        served.get("/style.css").headers().firstValue("Content-Type").orElseThrow());
  }

  /** A page of a name that was made to lead here must not read the index. */
  @Test
  public void testOtherNamesAreRefused() throws IOException {
    for (String host :
        List.of("localhost", "127.0.0.1", "localhost:7070", "[::1]:80", "LOCALHOST")) {
      assertEquals(host, "200", statusFor("Host: " + host));
    }
    for (String host :
        List.of(
            "evil.example",
            "evil.example:7070",
            "127.0.0.1.evil.example",
            "localhost.evil",
            "a b",
            "")) {
      assertEquals(host, "421", statusFor("Host: " + host));
    }
    assertTrue(new SearchServer.HostRule("search.example").allows("search.example:80"));
    assertFalse(new SearchServer.HostRule("0.0.0.0").allows("search.example"));
    assertFalse(new SearchServer.HostRule("0.0.0.0").allows(null));
  }

  private String statusFor(String host) throws IOException {
    return served
        .raw("GET / HTTP/1.1", host, "Connection: close")
        .substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length());
  }

  @Test
  public void testNothingCanBeChanged() throws IOException {
    for (String method : List.of("PUT", "DELETE", "PATCH", "OPTIONS")) {
      for (String path : List.of("/", "/similar", "/api/search?q=a")) {
        HttpResponse<String> answer =
            served.send(
                HttpRequest.newBuilder(served.uri(path)).method(method, BodyPublishers.noBody()));
        assertEquals(method, 405, answer.statusCode());
      }
    }
    assertEquals(405, served.post("/", "q=wharf").statusCode());
    assertEquals("GET, HEAD", served.post("/", "").headers().firstValue("Allow").orElseThrow());
    HttpResponse<String> head =
        served.send(
            HttpRequest.newBuilder(served.uri("/?q=wharf"))
                .method("HEAD", BodyPublishers.noBody()));
    assertEquals(200, head.statusCode());
    assertEquals("", head.body());
  }

  @Test
  public void testLargeRequestsAreRefused() throws IOException {
    assertEquals(413, served.post("/similar", "text=" + "x".repeat(2_000_000)).statusCode());
    assertEquals(400, served.post("/similar", "text=" + "x".repeat(1_000_001)).statusCode());
    assertEquals(
        415,
        served
            .send(HttpRequest.newBuilder(served.uri("/similar")).POST(BodyPublishers.ofString("x")))
            .statusCode());
  }

  /** An automaton for it has a million states. */
  @Test
  public void testPatternsThatAreTooComplexAreRefused() throws IOException {
    for (String pattern :
        List.of("(x|y)*x(x|y){25}", "(((a{1,99}){1,99}){1,99}){1,99}", "a{99999999}")) {
      for (String path : List.of("/?q=", "/?q=wharf&filter=", "/api/search?q=")) {
        HttpResponse<String> answer = served.get(path + Parameters.encode("/" + pattern + "/"));
        assertEquals(400, answer.statusCode());
        assertTrue(answer.body(), answer.body().contains("a pattern must be simpler"));
      }
    }
    String many = Parameters.encode("/(wharf|ferry[0-9]{1,2000})/");
    assertEquals(200, served.get("/api/search?q=" + many).statusCode());
  }

  @Test
  public void testBrokenBodiesAreNoFailureOfTheServer() throws IOException {
    String answer =
        served.raw(
            "POST /similar HTTP/1.1",
            "Host: localhost",
            "Content-Type: application/x-www-form-urlencoded",
            "Transfer-Encoding: chunked",
            "Connection: close",
            "",
            "no number",
            "text=wharf");
    assertTrue(answer, answer.isEmpty() || answer.startsWith("HTTP/1.1 400 "));
  }

  /** The JDK's server fails on a chunk whose length is no int. */
  @Test
  public void testAChunkOfManyBytesIsNoFailureOfTheServer() throws IOException {
    String answer =
        served.raw(
            "POST /api/similar HTTP/1.1",
            "Host: localhost",
            "Content-Type: application/x-www-form-urlencoded",
            "Transfer-Encoding: chunked",
            "Connection: close",
            "",
            "ffffffffff",
            "text=wharf");
    assertTrue(answer, answer.startsWith("HTTP/1.1 400 "));
    assertTrue(answer, answer.contains("the body is not as its headers and lengths say"));
  }

  @Test
  public void testParametersMustHaveNames() throws IOException {
    HttpResponse<String> nameless = served.get("/api/search?q=wharf&=x");
    assertEquals(400, nameless.statusCode());
    assertTrue(nameless.body(), nameless.body().contains("a parameter must have a name, got =x"));
    assertEquals(200, served.get("/api/search?&&q=wharf&").statusCode());
  }

  @Test
  public void testBodiesMustBeOneObjectOfOneType() throws IOException {
    for (String body :
        List.of("{\"text\":\"a\"} b", "{\"text\":\"a\",\"text\":\"b\"}", "{", "NaN")) {
      HttpResponse<String> answer = served.postJson("/api/decide", body);
      assertEquals(body, 400, answer.statusCode());
      assertFalse(answer.body(), answer.body().contains("Feature"));
    }
    for (String type : List.of("Application/JSON", "application/json ; charset=utf-8")) {
      assertEquals(type, 200, statusOfType(type));
    }
    for (String type : List.of("application/jsonx", "text/json", ";")) {
      assertEquals(type, 415, statusOfType(type));
    }
  }

  private int statusOfType(String type) throws IOException {
    return served
        .send(
            HttpRequest.newBuilder(served.uri("/api/decide"))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString("{\"text\":\"a\"}")))
        .statusCode();
  }

  @Test
  public void testASearchWhoseTimeIsOverSaysSo() throws IOException {
    Path path = folder.getRoot().toPath().resolve("news.idx");
    try (NeardupIndex index = NeardupIndex.open(new IndexFolder(path))) {
      for (boolean isOver : new boolean[] {true, false}) {
        for (Search.Mode mode : Search.Mode.values()) {
          Search search = new Search(index.within(() -> isOver), mode);
          for (String query : List.of("wharf", "wharfe~2")) {
            SearchReport report = search.run(query, search.parse(query), 10, null);
            assertEquals(isOver, report.timedOut());
            assertEquals(isOver, report.hits().isEmpty());
          }
        }
      }
    }
  }

  /** A query whose time is over as soon as it is asked for its terms. */
  private static final class Expiring extends Query {
    private final Query fuzzy;
    private boolean isOver;
    private boolean isRewritten;

    Expiring(Query fuzzy) {
      this.fuzzy = fuzzy;
    }

    @Override
    public Query rewrite(IndexSearcher searcher) throws IOException {
      isOver = true;
      Query rewritten = fuzzy.rewrite(searcher);
      isRewritten = true;
      return rewritten;
    }

    @Override
    public String toString(String field) {
      return fuzzy.toString(field);
    }

    @Override
    public void visit(QueryVisitor visitor) {
      fuzzy.visit(visitor);
    }

    @Override
    public boolean equals(Object other) {
      return sameClassAs(other) && fuzzy.equals(((Expiring) other).fuzzy);
    }

    @Override
    public int hashCode() {
      return fuzzy.hashCode();
    }
  }

  @Test
  public void testASearchMayExpireWhileItIsRewritten() throws IOException {
    Path path = folder.getRoot().toPath().resolve("news.idx");
    try (NeardupIndex index = NeardupIndex.open(new IndexFolder(path))) {
      for (Search.Mode mode : Search.Mode.values()) {
        Expiring query = new Expiring(new Search(index, mode).parse("text:wharfe~2"));
        Search search = new Search(index.within(() -> query.isOver), mode);
        SearchReport report = search.run("wharfe", query, 10, null);
        assertTrue(query.isOver);
        assertFalse(mode + " had all its terms", query.isRewritten);
        assertTrue(report.timedOut());
        assertEquals(List.of(), report.hits());
      }
    }
  }

  /** As many heavy ones as there are processors, each of which keeps one busy. */
  @Test
  public void testALightRequestIsAnsweredWhileHeavyOnesRun() throws Exception {
    int heavy = Runtime.getRuntime().availableProcessors();
    CountDownLatch begun = new CountDownLatch(heavy);
    AtomicBoolean isEnough = new AtomicBoolean();
    Map<String, Handler> pages =
        Map.of(
            "/heavy",
            (index, parameters) -> {
              begun.countDown();
              while (!isEnough.get()) {
                Thread.onSpinWait();
              }
              return Answer.problem(200, "heavy");
            },
            "/light",
            (index, parameters) -> Answer.problem(200, "light"));
    IndexFolder index = new IndexFolder(folder.getRoot().toPath().resolve("news.idx"));
    try (SearchServer server =
            SearchServer.start(
                index, "127.0.0.1", 0, pages, 1, Served.terminal(new StringWriter()));
        HttpClient client = HttpClient.newHttpClient()) {
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      try {
        for (int i = 0; i < heavy; i++) {
          answers.add(client.sendAsync(request(server, "heavy"), BodyHandlers.ofString()));
        }
        assertTrue(begun.await(60, TimeUnit.SECONDS));
        HttpResponse<String> light = client.send(request(server, "light"), BodyHandlers.ofString());
        assertEquals(200, light.statusCode());
        assertTrue(answers.stream().noneMatch(CompletableFuture::isDone));
      } finally {
        isEnough.set(true);
      }
      for (CompletableFuture<HttpResponse<String>> answer : answers) {
        assertEquals(200, answer.get().statusCode());
      }
    }
  }

  private static HttpRequest request(SearchServer server, String page) {
    return HttpRequest.newBuilder(URI.create(server.address() + page))
        .timeout(Duration.ofSeconds(60))
        .build();
  }

  @Test
  public void testVersionsAreComparedWhenOpened() throws IOException {
    Document closed = served.page("/?q=wharf");
    assertEquals(0, closed.select(".version").size());
    String link = closed.select("p.versions a").first().attr("href");
    assertTrue(served.page(link).select("#opened .version").size() > 0);
  }
}
