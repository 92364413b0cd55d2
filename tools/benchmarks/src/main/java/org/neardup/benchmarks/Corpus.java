// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.IOConsumer;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.Outcome;
import org.neardup.index.Variants;

/**
 * Documents to index.
 *
 * @param size how many there are
 * @param texts them by number; safe for threads
 */
record Corpus(int size, IntFunction<Text> texts) {
  private static final String TEMPLATE = "template:";

  /** An id and a text. */
  record Text(String id, String text) {}

  /** One of them; safe for threads. */
  Text text(int number) {
    return texts.apply(number);
  }

  /**
   * The documents of a file as {@link #read} takes, or so many made-up ones: {@code -} for {@link
   * MadeUp#document}, {@code template:} and a kind for {@link MadeUp#page}.
   */
  static Corpus open(String file, int size) throws IOException {
    if (file.equals("-")) {
      return new Corpus(size, MadeUp::document);
    } else if (file.startsWith(TEMPLATE)) {
      String kind = file.substring(TEMPLATE.length());
      return new Corpus(size, number -> MadeUp.page(kind, number));
    }
    List<Text> texts = new ArrayList<>();
    read(Path.of(file), line -> texts.add(text(line)));
    return of(texts);
  }

  /** Reads a file of JSON Lines, gzipped. */
  static void read(Path file, IOConsumer<JsonNode> sink) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    try (BufferedReader lines = StockProgram.open(file.toString())) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        sink.accept(mapper.readTree(line));
      }
    }
  }

  /** Its text is {@code text}, or else {@code html}. */
  static Text text(JsonNode line) {
    JsonNode text = line.has("text") ? line.get("text") : line.get("html");
    return new Text(line.get("id").asText(), text.asText());
  }

  private static Corpus of(List<Text> texts) {
    return new Corpus(texts.size(), texts::get);
  }

  /** Writes JSON Lines of made-up texts, which have nothing in them that JSON escapes. */
  void write(Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int i = 0; i < size; i++) {
        out.write("{\"id\":\"" + text(i).id + "\",\"text\":\"" + text(i).text + "\"}\n");
      }
    }
  }

  /**
   * The same documents in the same order, with only so many near-copies that they are this share of
   * all: from 0, no two alike, up to the share in this corpus.
   */
  Corpus withCopies(double share) throws IOException {
    List<Text> kept = new ArrayList<>();
    int copies = 0;
    try (var directory = new ByteBuffersDirectory();
        var writer =
            CollapsingIndexWriter.open(
                directory,
                CollapseConfig.defaults().withVariants(Variants.DROP),
                new IndexWriterConfig(new StandardAnalyzer()))) {
      for (int i = 0; i < size(); i++) {
        boolean copy =
            writer.updateDocument(TimedIndexing.document(text(i))) instanceof Outcome.Dropped;
        if (!copy || copies < share * kept.size()) {
          kept.add(text(i));
          copies += copy ? 1 : 0;
        }
      }
    }
    return of(kept);
  }

  /**
   * The same documents in the same order, each cut into documents of so many words, as blanks part
   * them; what is left at the end of each is left out.
   */
  Corpus cut(int words) {
    if (words < 1) {
      throw new IllegalArgumentException("words must be at least 1, got " + words);
    }
    List<Text> cut = new ArrayList<>();
    for (int n = 0; n < size(); n++) {
      List<String> all = List.of(text(n).text.strip().split("\\s+", -1));
      for (int from = 0; from + words <= all.size(); from += words) {
        String part = String.join(" ", all.subList(from, from + words));
        cut.add(new Text(text(n).id + "-" + from, part));
      }
    }
    return of(cut);
  }

  /** Bytes of all texts in UTF-8. */
  long bytes() {
    return IntStream.range(0, size)
        .mapToLong(i -> text(i).text.getBytes(StandardCharsets.UTF_8).length)
        .sum();
  }
}
