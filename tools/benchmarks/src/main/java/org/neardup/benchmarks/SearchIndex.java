// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.Variants;

/**
 * The index that {@link SearchBenchmark} searches: near-duplicates hidden or dropped, texts stored,
 * and dates as numbers to filter and sort by, which {@code neardup index} does not write.
 */
final class SearchIndex {
  static final String TEXT = "text";
  static final String DATE = "date";

  private static final String NO_DATE = "1970-01-01";

  private SearchIndex() {}

  /** Opens the index in a folder, which is made from a file of JSON Lines if there is none. */
  static DirectoryReader open(Path file, Path folder, Variants variants, boolean merged)
      throws IOException {
    Directory directory = FSDirectory.open(folder);
    if (!DirectoryReader.indexExists(directory)) {
      write(file, directory, variants, merged);
    }
    CollapseConfig.requireOurs(directory);
    DirectoryReader reader = DirectoryReader.open(directory);
    FieldInfo date = FieldInfos.getMergedFieldInfos(reader).fieldInfo(DATE);
    if (date == null || date.getPointNumBytes() != Long.BYTES) {
      throw new IllegalArgumentException(
          folder
              + " has no field 'date' of longs, which the queries filter and sort by ('neardup"
              + " index' does not write one); leave INDEX out or name a new folder, and the"
              + " benchmark makes the index from FILE");
    }
    return reader;
  }

  private static void write(Path file, Directory directory, Variants variants, boolean merged)
      throws IOException {
    CollapseConfig config = CollapseConfig.defaults().withVariants(variants);
    IndexWriterConfig writerConfig =
        new IndexWriterConfig(new StandardAnalyzer()).setRAMBufferSizeMB(256);
    try (CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(directory, config, writerConfig)) {
      Corpus.read(
          file,
          line -> {
            Document document = IndexRun.document(Corpus.text(line));
            long date = LocalDate.parse(line.path(DATE).asText(NO_DATE)).toEpochDay();
            document.add(new LongField(DATE, date, LongField.Store.NO));
            writer.updateDocument(document);
          });
      if (merged) {
        writer.forceMerge(1);
      }
    }
  }
}
