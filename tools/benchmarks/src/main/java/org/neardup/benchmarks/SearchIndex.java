// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.IndexInfo;
import org.neardup.index.Outcome;
import org.neardup.index.Variants;

/**
 * The index that {@link SearchBenchmark} makes where it is given none: near-duplicates hidden or
 * dropped, texts stored, and dates as numbers to filter by, which {@code neardup index} does not
 * write.
 *
 * <p>With {@code held=N} the visible documents of each batch of so many come first, then the hidden
 * ones, exact copies last; {@code refresh=N} refreshes after as many.
 */
record SearchIndex(Settings settings, CollapseConfig config) {
  static final String TEXT = "text";
  static final String DATE = "date";

  private static final String NO_DATE = "1970-01-01";

  private SearchIndex(Settings settings) {
    this(
        settings,
        CollapseConfig.defaults()
            .withVariants(Variants.valueOf(settings.text("variants").toUpperCase(Locale.ROOT))));
  }

  /** Opens the index in a folder, which is made if there is none. */
  static DirectoryReader open(Settings settings, Path folder) throws IOException {
    Directory directory = FSDirectory.open(folder);
    if (!DirectoryReader.indexExists(directory)) {
      new SearchIndex(settings).write(directory);
    }
    IndexInfo.read(directory); // or it throws
    return DirectoryReader.open(directory);
  }

  /** Refuses an index that queries cannot filter by dates. */
  static void requireDates(DirectoryReader reader) {
    FieldInfo date = FieldInfos.getMergedFieldInfos(reader).fieldInfo(DATE);
    if (date == null || date.getPointNumBytes() != Long.BYTES) {
      throw new IllegalArgumentException(
          "the index has no field 'date' of longs, which range and filtered need ('neardup index'"
              + " does not write one); leave INDEX out or name a new folder, and the benchmark"
              + " makes the index from FILE");
    }
  }

  private void write(Directory directory) throws IOException {
    List<Document> documents = documents();
    IndexWriterConfig writerConfig =
        new IndexWriterConfig(new StandardAnalyzer()).setRAMBufferSizeMB(settings.number("buffer"));
    int held = settings.number("held");
    int refresh = settings.number("refresh");
    List<Set<Document>> phases = held == 0 ? List.of(Set.copyOf(documents)) : phases(documents);
    int batch = Math.min(held == 0 ? Integer.MAX_VALUE : held, refresh);
    try (CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(directory, config, writerConfig)) {
      for (int from = 0; from < documents.size(); from += batch) {
        batch = Math.min(batch, documents.size() - from);
        for (Set<Document> phase : phases) {
          for (Document document : documents.subList(from, from + batch)) {
            if (phase.contains(document)) {
              writer.updateDocument(document);
            }
          }
        }
        if (refresh < Integer.MAX_VALUE) {
          writer.flush();
        }
      }
      if (settings.flag("merged")) {
        writer.forceMerge(1);
      }
    }
  }

  private List<Document> documents() throws IOException {
    List<Document> documents = new ArrayList<>();
    if (settings.argument(0).equals("-")) {
      Corpus corpus = Corpus.open("-", settings.number("size"));
      corpus = settings.has("copies") ? corpus.withCopies(settings.share("copies")) : corpus;
      for (int i = 0; i < corpus.size(); i++) {
        documents.add(document(corpus.text(i), i));
      }
    } else {
      Corpus.read(
          settings.file(),
          line -> {
            long date = LocalDate.parse(line.path(DATE).asText(NO_DATE)).toEpochDay();
            documents.add(document(Corpus.text(line), date));
          });
    }
    return documents;
  }

  private static Document document(Corpus.Text text, long date) {
    Document document = TimedIndexing.document(text);
    document.add(new LongField(DATE, date, LongField.Store.NO));
    return document;
  }

  /**
   * Those that are visible in an index that is made of them in their order; hidden ones with a text
   * of their own; those whose text an earlier one has.
   */
  private List<Set<Document>> phases(List<Document> documents) throws IOException {
    List<Set<Document>> phases = List.of(new HashSet<>(), new HashSet<>(), new HashSet<>());
    Set<String> texts = new HashSet<>();
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(
                directory,
                config.withVariants(Variants.DROP),
                new IndexWriterConfig(new StandardAnalyzer()))) {
      for (Document document : documents) {
        boolean isNew = texts.add(document.get(TEXT));
        boolean isHidden = writer.updateDocument(document) instanceof Outcome.Dropped;
        phases.get(isHidden ? isNew ? 1 : 2 : 0).add(document);
      }
    }
    return phases;
  }
}
