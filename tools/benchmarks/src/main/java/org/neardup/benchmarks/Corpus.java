// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.Outcome;
import org.neardup.index.Variants;

/** Documents to index, by number. */
interface Corpus {
  /** An id and a text. */
  record Text(String id, String text) {}

  /** How many there are. */
  int size();

  /** One of them; safe for threads. */
  Text text(int number);

  /** The documents of a file of JSON Lines, gzipped: {@code text}, or else {@code html}. */
  static Corpus read(Path file, int most) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<Text> texts = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine();
          line != null && texts.size() < most;
          line = lines.readLine()) {
        JsonNode node = mapper.readTree(line);
        JsonNode text = node.has("text") ? node.get("text") : node.get("html");
        texts.add(new Text(node.get("id").asText(), text.asText()));
      }
    }
    return of(texts);
  }

  private static Corpus of(List<Text> texts) {
    return new Corpus() {
      @Override
      public int size() {
        return texts.size();
      }

      @Override
      public Text text(int number) {
        return texts.get(number);
      }
    };
  }

  /**
   * The same documents in the same order, with only so many near-copies that they are this share of
   * all: from 0, no two alike, up to the share in this corpus.
   */
  default Corpus withCopies(double share) throws IOException {
    List<Text> kept = new ArrayList<>();
    int copies = 0;
    try (var directory = new ByteBuffersDirectory();
        var writer =
            CollapsingIndexWriter.open(
                directory,
                CollapseConfig.defaults().withVariants(Variants.DROP),
                new IndexWriterConfig(new StandardAnalyzer()))) {
      for (int i = 0; i < size(); i++) {
        boolean copy = writer.updateDocument(IndexRun.document(text(i))) instanceof Outcome.Dropped;
        if (!copy || copies < share * kept.size()) {
          kept.add(text(i));
          copies += copy ? 1 : 0;
        }
      }
    }
    return of(kept);
  }

  /**
   * The same documents in the same order, with this many in a row joined into one; the last may be
   * shorter.
   */
  default Corpus joined(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("documents to join must be at least 1, got " + count);
    }
    List<Text> joined = new ArrayList<>();
    for (int from = 0; from < size(); from += count) {
      String text =
          IntStream.range(from, Math.min(from + count, size()))
              .mapToObj(i -> text(i).text)
              .collect(Collectors.joining("\n"));
      joined.add(new Text(text(from).id, text));
    }
    return of(joined);
  }

  /**
   * The same documents in the same order, each cut into documents of so many words, as blanks part
   * them; what is left at the end of each is left out.
   */
  default Corpus cut(int words) {
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
  default long bytes() {
    long bytes = 0;
    for (int i = 0; i < size(); i++) {
      bytes += text(i).text.getBytes(StandardCharsets.UTF_8).length;
    }
    return bytes;
  }
}
