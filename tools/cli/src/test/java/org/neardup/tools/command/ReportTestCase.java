// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.apache.lucene.tests.util.TestUtil;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;

/** Makes pages by {@code neardup report} and reads them as a browser does. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into folders
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public abstract class ReportTestCase extends LuceneTestCase {
  Path folder;
  Path index;
  Path page;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
    index = folder.resolve("docs.idx");
    page = folder.resolve("report.html");
  }

  static String line(String id, String text, String... fields) {
    ObjectNode line = new JsonMapper().createObjectNode().put("id", id).put("text", text);
    for (int i = 0; i < fields.length; i += 2) {
      line.put(fields[i], fields[i + 1]);
    }
    return line + "\n";
  }

  static String words(int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(TestUtil.randomSimpleString(random(), 3, 8)).append(' ');
    }
    return words.toString();
  }

  /** Groups of some size, each text with another word at its end, on two hosts. */
  static String corpus(int groups) {
    StringBuilder lines = new StringBuilder();
    for (int group = 0; group < groups; group++) {
      String text = words(60);
      int copies = random().nextInt(5);
      for (int copy = 0; copy <= copies; copy++) {
        String url = "https://host" + random().nextInt(2) + ".example/" + group + "/" + copy;
        lines.append(line(group + "-" + copy, text + words(copy), "url", url, "title", "T" + copy));
      }
    }
    return lines.toString();
  }

  void index(String lines, String... options) {
    String[] args =
        Stream.concat(Stream.of("index", "--index", index.toString(), "-"), Stream.of(options))
            .toArray(String[]::new);
    Run run = Run.withInput(lines, args);
    assertEquals(run.err(), 0, run.exitCode());
  }

  Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  Path cluster(String lines) throws IOException {
    Path clusters = folder.resolve("clusters.jsonl");
    Run run = Run.withInput(lines, "cluster", "--output=" + clusters, "-");
    assertEquals(run.err(), 0, run.exitCode());
    return clusters;
  }

  Run report(Object... options) {
    return Run.neardup(
        Stream.concat(Stream.of("report", "--output", page), Stream.of(options))
            .map(Object::toString)
            .toArray(String[]::new));
  }

  Document done(Run run) throws IOException {
    assertEquals(run.err(), 0, run.exitCode());
    return parsed();
  }

  Document parsed() throws IOException {
    Document html = Jsoup.parse(Files.readString(page));
    assertSelfContained(html);
    assertReadable(html);
    return html;
  }

  /** Nothing is loaded, nothing runs, and links lead to the web or into the page. */
  static void assertSelfContained(Document html) {
    assertEquals(0, html.select("script, img, iframe, object, embed, link, base, form").size());
    assertTrue(
        html.select("meta[http-equiv=Content-Security-Policy]")
            .attr("content")
            .startsWith("default-src 'none'; style-src 'unsafe-inline';"));
    for (Element element : html.getAllElements()) {
      for (Attribute attribute : element.attributes()) {
        String name = attribute.getKey().toLowerCase(Locale.ROOT);
        assertFalse(element.outerHtml(), name.startsWith("on") || name.endsWith("src"));
        if (name.endsWith("href")) {
          assertTrue(
              attribute.getValue(), attribute.getValue().matches("(?is)(#[a-z-]+|https?://.+)"));
        }
      }
    }
    String css = html.select("style").html();
    assertTrue(css, css.contains("prefers-color-scheme: dark"));
    assertFalse(css, css.contains("url(") || css.contains("@import"));
  }

  /** What a screen reader goes by. */
  static void assertReadable(Document html) {
    assertEquals("en", html.select("html").attr("lang"));
    assertEquals(1, html.select("h1").size());
    assertEquals(1, html.select("main").size());
    for (Element drawing : html.select("svg[role]")) {
      String[] named = drawing.attr("aria-labelledby").split(" ", -1);
      assertEquals("title", html.getElementById(named[0]).tagName());
      assertEquals("desc", html.getElementById(named[1]).tagName());
    }
    Set<String> ids = new HashSet<>();
    html.select("[id]").forEach(element -> assertTrue(ids.add(element.id())));
    html.select("a[href^=#]")
        .forEach(link -> assertNotNull(html.getElementById(link.attr("href").substring(1))));
    int level = 1;
    for (Element heading : html.select("h1, h2, h3, h4")) {
      int next = heading.tagName().charAt(1) - '0';
      assertTrue(heading.text(), next <= level + 1);
      level = next;
    }
  }

  /** Documents, those visible, those hidden, and groups. */
  static List<String> numbers(Document html) {
    return html.select(".numbers dd").eachText();
  }

  /** The groups in the section with a heading. */
  static Elements groups(Document html, String heading) {
    return html.select("section[aria-labelledby=" + heading + "] details.group");
  }
}
