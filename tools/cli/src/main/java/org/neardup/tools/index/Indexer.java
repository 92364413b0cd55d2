// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.commons.io.function.IOFunction;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.Decided;
import org.neardup.index.IndexSettingsException;
import org.neardup.index.Prepared;
import org.neardup.index.Variants;
import org.neardup.index.WriterStatistics;
import org.neardup.index.WriterStatistics.OutcomeCounts;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.analysis.NamedFields;
import org.neardup.tools.analysis.WantedFields;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.OneLine;
import org.neardup.tools.console.Progress;
import org.neardup.tools.console.Table;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.Problems;
import org.neardup.tools.input.RawDocument;
import org.neardup.tools.pipeline.BackgroundMerges;
import org.neardup.tools.pipeline.Batches;
import org.neardup.tools.pipeline.OrderedTasks;
import org.neardup.tools.pipeline.SeenIds;

/**
 * Adds the documents of some inputs to an index, collapsing near-duplicates. Parsing, sketching and
 * writing run on several threads, decisions in the order of the input, and there is one commit, at
 * the end: a run that does not get there leaves the index unchanged.
 */
public final class Indexer {
  /**
   * Of the index writer, and of what is pending: a 16th of the heap each at most. The more, the
   * fewer flushes and merges.
   */
  private static final double BUFFER_MB =
      Math.clamp(Runtime.getRuntime().maxMemory() / 16.0 / (1 << 20), 16, 256);

  /** Of documents that are held back: some 20,000 pages; more give the garbage collector work. */
  private static final long HELD_BYTES = Math.min(Runtime.getRuntime().maxMemory() / 16, 64 << 20);

  private final Terminal terminal;
  private final CollapseConfig config;
  private final String analyzer;
  private final int threads;
  private final SeenIds seen = new SeenIds();
  private final Queue<Runnable> refusals = new ConcurrentLinkedQueue<>(); // after being counted
  private long failed;
  private long withoutText;
  private long inputBytes;
  private final long now = System.currentTimeMillis();
  private WriterStatistics statistics;
  private boolean keepsOrder;
  private final WantedFields wanted;
  private EarlierPages earlier;
  private boolean needsSome;
  private boolean begun;
  private Problems problems;
  private String unchanged;

  /** What a worker makes of a document: ready to be decided on, or a problem. */
  private record Ready(RawDocument raw, InputDocument input, Prepared prepared, String problem) {
    Placed unplaced(String why) {
      return new Placed(new Ready(raw, input, null, why), null);
    }
  }

  /**
   * A document and what was decided on it, which is null if there is a problem, or it is not taken.
   */
  private record Placed(Ready ready, Decided decided) {}

  /**
   * For one run.
   *
   * @param analyzer name of one, see {@link Analyzers#named}
   */
  public Indexer(Terminal terminal, CollapseConfig config, String analyzer, int threads) {
    this.terminal = terminal;
    this.config = config;
    this.wanted = new WantedFields(config);
    this.analyzer = analyzer;
    this.threads = threads;
  }

  /**
   * Makes a new index keep its documents in the order of the input, so that searches break ties the
   * same way each time: only adjacent segments are merged, one merge at a time.
   */
  public Indexer keepingOrder() {
    keepsOrder = true;
    return this;
  }

  /**
   * Indexes all inputs and names on the terminal each that fails.
   *
   * @param replace whether to begin a new index instead of adding to the one that is there, unless
   *     no document is accepted
   * @param dryRun whether to leave the folder as it is
   */
  public IndexReport run(IndexFolder folder, Inputs inputs, boolean replace, boolean dryRun)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    boolean exists = folder.hasFiles();
    boolean hasFolder = Files.exists(folder.path());
    needsSome = replace || !exists;
    unchanged = exists ? "the index is as it was" : "no index was made";
    try (Directory directory =
        dryRun ? folder.openForDryRun(replace) : folder.openForWriting(replace)) {
      try (Progress progress = Progress.of(terminal, "indexing", inputs::bytes);
          Problems told = inputs.problems()) {
        problems = told;
        index(folder, directory, inputs, replace, progress);
        begun = false; // it is committed
      }
      double seconds = (System.nanoTime() - start) * 1e-9;
      try (NeardupIndex index = NeardupIndex.open(directory)) {
        return report(seconds, dryRun, index.counts());
      }
    } catch (IOException | IllegalStateException e) {
      throw dryRun
          ? Failures.writing("temporary files", "nothing was changed", e)
          : Failures.writing(folder.path(), "the index is as it was at its last commit", e);
    } finally {
      if (begun && !exists && !dryRun) {
        folder.deleteEmptyIndex(hasFolder);
      }
    }
  }

  private void index(
      IndexFolder folder, Directory directory, Inputs inputs, boolean replace, Progress progress)
      throws IOException, InterruptedException {
    if (!replace) {
      Analyzers.requireSame(directory, analyzer, "--force replaces it");
      seeFieldsOf(directory);
    }
    IndexWriterConfig writerConfig =
        new IndexWriterConfig(Analyzers.named(analyzer))
            .setOpenMode(replace ? OpenMode.CREATE : OpenMode.CREATE_OR_APPEND)
            .setMergeScheduler(new BackgroundMerges())
            .setRAMBufferSizeMB(BUFFER_MB);
    if (keepsOrder) {
      writerConfig
          .setMergePolicy(new LogDocMergePolicy())
          .setMergeScheduler(new SerialMergeScheduler());
    }
    CollapsingIndexWriter writer = open(folder, directory, writerConfig);
    begun = true;
    try (EarlierPages pages = new EarlierPages(directory, replace)) {
      earlier = pages;
      writer.setCommitData(Analyzers.commitData(analyzer));
      addAll(inputs, writer, progress);
      requireSome(writer);
      wanted.requireAll();
    } catch (Throwable failure) {
      writer.rollback(); // closing would commit
      throw failure;
    }
    writer.close();
    statistics = writer.statistics(); // the commit may have purged documents
  }

  private void seeFieldsOf(Directory directory) throws IOException {
    if (DirectoryReader.indexExists(directory)) {
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        wanted.see(NamedFields.of(reader));
      }
    }
  }

  private CollapsingIndexWriter open(
      IndexFolder folder, Directory directory, IndexWriterConfig writerConfig) throws IOException {
    try {
      return CollapsingIndexWriter.open(
          directory, config.withMaxHeldBytes(keepsOrder ? 0 : HELD_BYTES), writerConfig);
    } catch (IndexSettingsException e) {
      String advice = SettingsAdvice.of(folder.path(), CollapseConfig.of(directory), config);
      throw new ToolException(ExitCode.INDEX, e.getMessage() + "; " + advice);
    }
  }

  /** A misspelled input must not destroy an index, nor make one. */
  private void requireSome(CollapsingIndexWriter writer) {
    if (needsSome && writer.statistics().arrived().documents() == 0) {
      throw new ToolException(ExitCode.INPUT_FAILED, "no document was accepted; " + unchanged);
    }
  }

  private void addAll(Inputs inputs, CollapsingIndexWriter writer, Progress progress)
      throws IOException, InterruptedException {
    IOFunction<List<Ready>, List<Placed>> decide = Batches.each(ready -> decide(ready, writer));
    IOFunction<List<Placed>, List<Ready>> write = Batches.each(this::write);
    try (OrderedTasks<List<Ready>> writing =
        new OrderedTasks<>(threads, batch -> count(batch, progress))) {
      Batches.run(
          threads,
          intake -> inputs.read(intake::accept),
          RawDocument::bytes,
          raw -> prepare(raw, writer),
          batch -> {
            List<Placed> placed = decide.apply(batch);
            writing.add(bytes(batch), () -> write.apply(placed));
          });
      writing.finish(); // what is held back after the last flush would be refused unheard
      for (int i = 0; i < threads; i++) {
        writing.add(0, () -> flushed(writer));
      }
      writing.finish();
      countRefusals();
    }
  }

  /** The commit flushes on one thread what is left. */
  private static List<Ready> flushed(CollapsingIndexWriter writer) throws IOException {
    writer.flushNextBuffer();
    return List.of();
  }

  private Ready prepare(RawDocument raw, CollapsingIndexWriter writer) throws IOException {
    try {
      InputDocument input = raw.parser().parse();
      Document document = Fields.document(input, Fields.words(config), now);
      return new Ready(raw, input, writer.prepare(document), null);
    } catch (BadInputException | IllegalArgumentException e) {
      return new Ready(raw, null, null, e.getMessage());
    }
  }

  private static long bytes(List<Ready> batch) {
    return batch.stream().mapToLong(ready -> ready.raw().bytes()).sum();
  }

  private Placed decide(Ready ready, CollapsingIndexWriter writer) throws IOException {
    if (ready.problem() != null) {
      return new Placed(ready, null);
    }
    if (earlier.stayInsteadOf(ready.input())) {
      return ready.unplaced(null);
    }
    try {
      Decided decided = writer.decide(ready.prepared());
      // Little is written when variants are dropped, and other threads take longer for it.
      if (keepsOrder || config.variants() == Variants.DROP) {
        decided.write();
      }
      return new Placed(ready, decided);
    } catch (IllegalArgumentException e) {
      return ready.unplaced(e.getMessage());
    }
  }

  /** Keeps no more of a document that is held back than it takes to say that it was refused. */
  private Ready write(Placed placed) throws IOException {
    Ready ready = placed.ready();
    if (placed.decided() != null) {
      String where = ready.raw().where();
      int bytes = ready.raw().bytes();
      int withoutText = withoutText(ready);
      placed
          .decided()
          .writeLater(e -> refusals.add(() -> refuse(where, bytes, withoutText, e.getMessage())));
    }
    return ready;
  }

  private void countRefusals() {
    for (Runnable each = refusals.poll(); each != null; each = refusals.poll()) {
      each.run();
    }
  }

  private void refuse(String where, int bytes, int emptyTexts, String problem) {
    inputBytes -= bytes;
    withoutText -= emptyTexts;
    fail(where, problem);
  }

  private void count(List<Ready> batch, Progress progress) {
    for (Ready ready : batch) {
      progress.step(ready.raw().bytes());
      if (ready.problem() != null) {
        fail(ready.raw().where(), ready.problem());
      } else {
        count(ready);
      }
    }
    countRefusals();
  }

  private void fail(String where, String problem) {
    failed++;
    problems.add(where, problem);
  }

  private void count(Ready ready) {
    InputDocument input = ready.input();
    if (ready.prepared() == null) {
      String status = input.first("status");
      String why =
          EarlierPages.isPage(status)
              ? "date " + input.first("date") + ": the later capture of "
              : "status " + status + ": the earlier capture of ";
      problems.note(
          ready.raw().where() + ": note: " + OneLine.of(why + input.id()) + " stays",
          "earlier capture stays");
      return;
    }
    if (!seen.add(input.id())) {
      problems.note(
          ready.raw().where()
              + ": note: id "
              + OneLine.of(input.id())
              + " was there before; this document replaces it",
          "id was there before");
    }
    if (wanted.isMissing()) {
      wanted.see(input.names());
    }
    withoutText += withoutText(ready);
    inputBytes += ready.raw().bytes();
  }

  private static int withoutText(Ready ready) {
    return ready.prepared().elementCount() == 0 ? 1 : 0;
  }

  private IndexReport report(double seconds, boolean dryRun, IndexCounts index) {
    OutcomeCounts outcomes = statistics.arrived();
    return new IndexReport(
        outcomes.documents(),
        outcomes.replaced(),
        outcomes.visible(),
        outcomes.tookOver(),
        outcomes.hidden(),
        outcomes.dropped(),
        outcomes.reported(),
        withoutText,
        failed,
        statistics.purged(),
        inputBytes,
        Table.rounded(seconds),
        Table.rounded(inputBytes / 1e6 / seconds),
        dryRun,
        index);
  }
}
