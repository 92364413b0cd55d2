// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcWriter;

/** Link farms among the pages of a web archive. */
public class TestWarcFarms extends LuceneTestCase {

  private static void write(WarcWriter warc, String url, String... links) throws IOException {
    String body =
        List.of(links).stream()
            .map(link -> "<a href='" + link + "'>look</a>")
            .collect(Collectors.joining(" ", "<p>Welcome to " + url + " ", "</p>"));
    HttpResponse response =
        new HttpResponse.Builder(200, "OK")
            .body(MediaType.HTML_UTF8, body.getBytes(StandardCharsets.UTF_8))
            .build();
    warc.write(
        new WarcResponse.Builder(URI.create(url))
            .date(Instant.parse("2026-03-04T05:06:07Z"))
            .body(response)
            .build());
  }

  private static Path archive() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (WarcWriter warc = new WarcWriter(Channels.newChannel(bytes))) {
      String casino = "http://casino.example/play";
      String pills = "https://pills.example/";
      String loans = "//loans.example/now";
      String own = "/contact";
      write(warc, "http://one.example/", casino, pills, loans, own);
      write(warc, "http://town.example/", "http://school.example/", "http://mill.example/", own);
      write(warc, "http://two.example/links", loans, casino + "?from=two", pills + "#top");
      write(warc, "http://three.example/", pills, "#top", loans, casino);
    }
    Path file = createTempDir().resolve("crawl.warc");
    Files.write(file, bytes.toByteArray());
    return file;
  }

  public void testSitesThatPointToTheSamePlaces() throws IOException {
    Run run = Run.neardup("cluster", "--set-field", "hosts", archive().toString());
    assertEquals(run.err(), 0, run.exitCode());
    JsonNode cluster = new JsonMapper().readTree(run.out());
    assertEquals("link_farm", cluster.get("kind").asText());
    assertEquals(
        "3 pages on 3 hosts point to casino.example (3), loans.example (3), pills.example (3)",
        cluster.get("reason").asText());
    assertEquals("http://one.example/", cluster.get("representative").asText());
    assertEquals(
        List.of("http://two.example/links", "http://three.example/"),
        StreamSupport.stream(cluster.get("members").spliterator(), false)
            .map(member -> member.get("id").asText())
            .toList());
  }

  /** By addresses, two pages differ in one of three, and the third only in what follows a #. */
  public void testLinksAreWholeAddresses() throws IOException {
    Run run =
        Run.neardup("cluster", "--set-field", "links", "--threshold", "0.4", archive().toString());
    assertEquals(run.err(), 0, run.exitCode());
    JsonNode cluster = new JsonMapper().readTree(run.out());
    assertEquals(
        "3 pages on 3 hosts point to http://loans.example/now (3), https://pills.example/ (3),"
            + " http://casino.example/play (2)",
        cluster.get("reason").asText());
  }
}
