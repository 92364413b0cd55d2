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
import java.time.LocalDate;
import java.util.zip.GZIPInputStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;

/**
 * The index that {@link SearchBenchmark} searches: near-duplicates hidden, texts stored, and dates
 * as numbers to filter and sort by, which {@code neardup index} does not write.
 */
final class SearchIndex {
  static final String TEXT = "text";
  static final String DATE = "date";

  private static final String NO_DATE = "1970-01-01";

  private SearchIndex() {}

  /** Indexes a file of JSON Lines, gzipped, into a new folder. */
  static void write(Path file, Path folder) throws IOException {
    ObjectMapper json = new ObjectMapper();
    IndexWriterConfig config =
        new IndexWriterConfig(new StandardAnalyzer()).setRAMBufferSizeMB(256);
    try (BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8));
        Directory directory = FSDirectory.open(folder);
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CollapseConfig.defaults(), config)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        writer.updateDocument(document(json.readTree(line)));
      }
    }
  }

  private static Document document(JsonNode line) {
    Document document = new Document();
    document.add(new StringField("id", line.get("id").asText(), Field.Store.YES));
    JsonNode text = line.has("text") ? line.get("text") : line.get("html");
    document.add(new TextField(TEXT, text.asText(), Field.Store.YES));
    String date = line.path("date").asText(NO_DATE);
    document.add(new LongField(DATE, LocalDate.parse(date).toEpochDay(), Field.Store.NO));
    return document;
  }

  /**
   * Checks that an index has what the queries need.
   *
   * @throws IllegalArgumentException if it has not; says what is missing and what to do
   */
  static void require(DirectoryReader reader, Path folder) throws IOException {
    CollapseConfig.requireOurs(reader.directory());
    for (LeafReaderContext leaf : reader.leaves()) {
      FieldInfo date = leaf.reader().getFieldInfos().fieldInfo(DATE);
      if (date == null
          || date.getPointNumBytes() != Long.BYTES
          || date.getDocValuesType() != DocValuesType.SORTED_NUMERIC) {
        throw new IllegalArgumentException(
            folder
                + " has no field 'date' with points and doc values of longs, which the queries"
                + " filter and sort by ('neardup index' does not write one); leave INDEX out or"
                + " name a new folder, and the benchmark makes the index from FILE");
      }
    }
  }
}
