// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPInputStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * What one would write to index JSON Lines without Neardup: Jackson, and Lucene's own {@link
 * IndexWriter} on some threads. It has the fields that {@code neardup index} has.
 */
final class StockProgram {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> OWN = Set.of("id", "title", "text");

  private StockProgram() {}

  /** Takes FILE.jsonl.gz, the folder of the index, and threads. */
  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[2]);
    long now = System.currentTimeMillis();
    try (BufferedReader lines = open(args[0]);
        FSDirectory directory = FSDirectory.open(Path.of(args[1]));
        IndexWriter writer =
            new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()));
        ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Callable<Void>> tasks = Collections.nCopies(threads, () -> addAll(lines, writer, now));
      for (Future<Void> each : pool.invokeAll(tasks)) {
        each.get();
      }
    }
  }

  static BufferedReader open(String file) throws IOException {
    return new BufferedReader(
        new InputStreamReader(
            new GZIPInputStream(new FileInputStream(file), 1 << 16), StandardCharsets.UTF_8));
  }

  private static Void addAll(BufferedReader lines, IndexWriter writer, long now)
      throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      writer.addDocument(document(JSON.readValue(line, Map.class), now));
    }
    return null;
  }

  private static Document document(Map<?, ?> fields, long now) {
    Document document = new Document();
    document.add(new StringField("id", (String) fields.get("id"), Store.YES));
    document.add(new TextField("title", string(fields.get("title")), Store.YES));
    document.add(new TextField("text", string(fields.get("text")), Store.YES));
    document.add(new NumericDocValuesField("_indexed", now));
    fields.forEach(
        (name, value) -> {
          if (!OWN.contains(name)) {
            document.add(new StoredField((String) name, string(value)));
            document.add(new KeywordField((String) name, new BytesRef(string(value)), Store.NO));
          }
        });
    return document;
  }

  private static String string(Object value) {
    return value == null ? "" : value.toString();
  }
}
