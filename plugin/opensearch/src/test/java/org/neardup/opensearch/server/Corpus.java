// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/** Documents in the order in which they are indexed: made up, or real ones where there are some. */
final class Corpus {
  private static final String DATA = System.getProperty("neardup.data", "");
  private static final int VOCABULARY = 3000;

  private Corpus() {}

  /**
   * Makes up texts and versions of them, from the same text to ones that are only half alike, many
   * of them about as alike as the threshold. All versions 1 come first, then all versions 2.
   *
   * @param texts how many
   * @param mostVersions of a text
   */
  static List<CorpusDocument> versions(long seed, int texts, int mostVersions) {
    Random random = new Random(seed);
    List<List<CorpusDocument>> byVersion = new ArrayList<>();
    for (int version = 1; version <= mostVersions; version++) {
      byVersion.add(new ArrayList<>());
    }
    for (int text = 0; text < texts; text++) {
      List<String> words = words(random, 60 + random.nextInt(200));
      int versions = 1 + random.nextInt(mostVersions);
      for (int version = 1; version <= versions; version++) {
        byVersion.get(version - 1).add(document(random, text, version, String.join(" ", words)));
        words = edited(random, words);
      }
    }
    return byVersion.stream().flatMap(List::stream).toList();
  }

  private static CorpusDocument document(Random random, int text, int version, String words) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("path", "text-" + text);
    fields.put("version", "v" + version);
    fields.put("topic", "topic-" + text % 10);
    fields.put("tenant", "tenant-" + random.nextInt(3));
    fields.put("date", 1_700_000_000_000L + random.nextInt(1_000_000) * 1000L);
    return new CorpusDocument("t" + text + "-v" + version, words, fields);
  }

  private static List<String> words(Random random, int count) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      words.add(word(random));
    }
    return words;
  }

  /** A few words are in most texts, most words in few. */
  private static String word(Random random) {
    double share = random.nextDouble();
    return "w" + Integer.toString((int) (VOCABULARY * share * share * share), 36);
  }

  /** Up to a twentieth of the words is replaced, which leaves half or more of the shingles. */
  private static List<String> edited(Random random, List<String> words) {
    List<String> edited = new ArrayList<>(words);
    for (int i = random.nextInt(2 + words.size() / 20); i > 0; i--) {
      edited.set(random.nextInt(edited.size()), word(random));
    }
    return edited;
  }

  /**
   * Reads one of the real sets of texts.
   *
   * @return nothing if the property neardup.data names no folder that has it
   */
  static List<CorpusDocument> real(String name) throws IOException {
    Path file = Path.of(DATA, name + ".docs.jsonl.gz");
    if (DATA.isEmpty() || !Files.exists(file)) {
      return List.of();
    }
    List<CorpusDocument> documents = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        documents.add(document(Json.parse(line)));
      }
    }
    return documents;
  }

  private static CorpusDocument document(Json line) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (String name : List.of("title", "version", "path", "date")) {
      if (line.at(name).isThere()) {
        fields.put(name, line.at(name).value());
      }
    }
    Json html = line.at("html");
    return new CorpusDocument(
        line.at("id").text(),
        html.isThere() ? visibleText(html.text()) : line.at("text").text(),
        fields);
  }

  /** What the command line takes for the text of a page: tags are spaces, the head is no text. */
  private static String visibleText(String html) {
    StringBuilder text = new StringBuilder();
    Document page = Jsoup.parse(html);
    page.filter(
        new NodeFilter() {
          @Override
          public FilterResult head(Node node, int depth) {
            if (node instanceof TextNode words) {
              text.append(words.getWholeText());
            } else if (node instanceof Element element) {
              text.append(' ');
              return List.of("head", "script", "style").contains(element.normalName())
                  ? FilterResult.SKIP_ENTIRELY
                  : FilterResult.CONTINUE;
            }
            return FilterResult.CONTINUE;
          }

          @Override
          public FilterResult tail(Node node, int depth) {
            text.append(node instanceof Element ? " " : "");
            return FilterResult.CONTINUE;
          }
        });
    return text.toString().replaceAll("\\s+", " ").strip();
  }
}
