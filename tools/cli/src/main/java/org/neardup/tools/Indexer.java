// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.io.IOException;
import java.util.Locale;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.Outcome;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.RawDocument;

/**
 * Adds the documents of some inputs to an index, collapsing near-duplicates. Parsing and sketching
 * run on several threads, decisions in the order of the input, and there is one commit, at the end:
 * a run that does not get there leaves the index as it was.
 */
final class Indexer {
  private final Terminal terminal;
  private final CollapseConfig config;
  private final int threads;
  private final SeenIds seen = new SeenIds();
  private long documents;
  private long failed;
  private long updates;
  private long dropped;
  private long withoutText;
  private long inputBytes;

  /** What a worker makes of a document: ready to be decided on, or a problem. */
  private record Ready(
      RawDocument raw,
      InputDocument input,
      CollapsingIndexWriter.Prepared prepared,
      String problem) {}

  /** For one run. */
  Indexer(Terminal terminal, CollapseConfig config, int threads) {
    this.terminal = terminal;
    this.config = config;
    this.threads = threads;
  }

  /**
   * Indexes all inputs and names on the terminal each that fails.
   *
   * @param replace whether to begin a new index instead of adding to the one that is there
   */
  IndexReport run(IndexFolder folder, Inputs inputs, boolean replace)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    try (Directory directory = folder.openForWriting();
        Progress progress = Progress.of(terminal, "indexing")) {
      index(directory, inputs, replace, progress);
    }
    double seconds = (System.nanoTime() - start) * 1e-9;
    try (NeardupIndex index = NeardupIndex.open(folder)) {
      return report(seconds, index.counts());
    }
  }

  private void index(Directory directory, Inputs inputs, boolean replace, Progress progress)
      throws IOException, InterruptedException {
    IndexWriterConfig writerConfig =
        new IndexWriterConfig(Fields.analyzer())
            .setCommitOnClose(false)
            .setOpenMode(replace ? OpenMode.CREATE : OpenMode.CREATE_OR_APPEND);
    try (DirectoryReader before = replace ? null : existing(directory);
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, config, writerConfig)) {
      new OrderedPipeline<RawDocument, Ready>(threads, RawDocument::bytes)
          .run(
              intake -> inputs.read(intake::accept),
              raw -> prepare(raw, writer),
              ready -> {
                progress.step();
                add(ready, before, writer);
              });
      writer.commit();
    }
  }

  private static DirectoryReader existing(Directory directory) throws IOException {
    return DirectoryReader.indexExists(directory) ? DirectoryReader.open(directory) : null;
  }

  private static Ready prepare(RawDocument raw, CollapsingIndexWriter writer) {
    try {
      InputDocument input = raw.parser().parse();
      return new Ready(raw, input, writer.prepare(Fields.document(input)), null);
    } catch (BadInputException | IllegalArgumentException e) {
      return new Ready(raw, null, null, e.getMessage());
    }
  }

  private void add(Ready ready, DirectoryReader before, CollapsingIndexWriter writer)
      throws IOException {
    String where = ready.raw().where();
    if (ready.problem() != null) {
      failed++;
      terminal.message(where + ": " + ready.problem());
      return;
    }
    String id = ready.input().id();
    if (!seen.add(id)) {
      updates++;
      terminal.message(where + ": note: id " + id + " was there before; this document replaces it");
    } else if (before != null && before.docFreq(new Term(Fields.ID, id)) > 0) {
      updates++;
    }
    Outcome outcome = writer.update(ready.prepared());
    documents++;
    dropped += outcome instanceof Outcome.Dropped ? 1 : 0;
    withoutText += ready.input().text().isBlank() ? 1 : 0;
    inputBytes += ready.raw().bytes();
  }

  private IndexReport report(double seconds, IndexCounts index) {
    return new IndexReport(
        documents,
        updates,
        dropped,
        withoutText,
        failed,
        inputBytes,
        rounded(seconds),
        rounded(inputBytes / 1e6 / seconds),
        index);
  }

  private static double rounded(double value) {
    return Double.parseDouble(String.format(Locale.ROOT, "%.3f", value));
  }
}
