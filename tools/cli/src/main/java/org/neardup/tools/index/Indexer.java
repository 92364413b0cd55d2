// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.IndexInfo;
import org.neardup.index.IndexSettingsException;
import org.neardup.index.Variants;
import org.neardup.index.WriterStatistics;
import org.neardup.index.WriterStatistics.OutcomeCounts;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.analysis.NamedFields;
import org.neardup.tools.analysis.WantedFields;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.Progress;
import org.neardup.tools.console.Table;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.Problems;
import org.neardup.tools.pipeline.BackgroundMerges;

/**
 * Adds the documents of some inputs to an index, collapsing near-duplicates, with one commit at the
 * end, so that a run that does not get there leaves the index unchanged; or with several, so that
 * the next run resumes it.
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

  /** Of input: what a run that is killed decides on again. */
  private static final long BYTES_PER_COMMIT = 512L << 20;

  private static final long NEVER = Long.MAX_VALUE;

  private final Terminal terminal;
  private final CollapseConfig config;
  private final String analyzer;
  private final int threads;
  private boolean keepsOrder;
  private Interruption interruption = new Interruption(); // never requested
  private long bytesPerCommit = NEVER;

  /** What a run did, before the index is opened again to count what is in it. */
  private record Outcomes(RunCounts counts, WriterStatistics statistics, InputProgress before) {}

  /**
   * For one run.
   *
   * @param analyzer name of one, see {@link Analyzers#named}
   */
  public Indexer(Terminal terminal, CollapseConfig config, String analyzer, int threads) {
    this.terminal = terminal;
    this.config = config;
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
   * Has it commit as it goes unless it replaces an index, and end in order when it is interrupted:
   * the same run then resumes.
   */
  public Indexer resumable(Interruption toEnd) {
    return resumable(toEnd, BYTES_PER_COMMIT);
  }

  Indexer resumable(Interruption toEnd, long bytes) {
    interruption = toEnd;
    bytesPerCommit = bytes;
    return this;
  }

  /** What is written to. */
  private record Target(IndexFolder folder, Directory directory, boolean replace, boolean exists) {

    /**
     * Whether a run without documents fails: a misspelled input must neither destroy nor make one.
     */
    boolean needsDocuments() {
      return replace || !exists;
    }

    String unchanged() {
      return exists ? "the index is as it was" : "no index was made";
    }

    /** User data of the commit that is added to. */
    Map<String, String> userData() throws IOException {
      return replace ? Map.of() : UserData.of(directory);
    }

    /** How an interrupted run ends. */
    ToolException interrupted() throws IOException {
      if (InputProgress.of(userData()).documents() == 0) {
        return Interruption.ended(unchanged());
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        return Interruption.resumable(reader.numDocs());
      }
    }
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
    try (Directory directory = dryRun ? folder.openForDryRun(replace) : folder.openForWriting()) {
      Outcomes outcomes;
      try (Progress progress = Progress.of(terminal, "indexing", inputs::bytes);
          Problems problems = inputs.problems()) {
        outcomes =
            index(new Target(folder, directory, replace, exists), inputs, problems, progress);
      }
      double seconds = (System.nanoTime() - start) * 1e-9;
      try (NeardupIndex index = NeardupIndex.open(directory)) {
        return report(outcomes, seconds, dryRun, index.counts());
      }
    } catch (IOException | IllegalStateException e) {
      throw dryRun
          ? Failures.writing("temporary files", "nothing was changed", e)
          : Failures.writing(folder.path(), "the index is as it was at its last commit", e);
    } finally {
      if (!exists && !dryRun) {
        folder.deleteEmptyIndex(hasFolder);
      }
    }
  }

  private Outcomes index(Target target, Inputs inputs, Problems problems, Progress progress)
      throws IOException, InterruptedException {
    Directory directory = target.directory();
    WantedFields wanted = new WantedFields(config);
    if (!target.replace()) {
      Analyzers.requireSame(directory, analyzer, "--force replaces it");
      seeFieldsOf(directory, wanted);
    }
    InputProgress before = InputProgress.of(target.userData());
    RunEvents events = new RunEvents();
    IndexRun.Options options = options(target, wanted);
    CollapsingIndexWriter writer = open(target, events);
    try (EarlierPages earlier = new EarlierPages(directory, target.replace());
        IndexRun run = new IndexRun(options, writer, events, earlier, problems)) {
      if (!DirectoryReader.indexExists(directory)) {
        run.commitSettings(); // by these, what a run that is killed leaves is an index
      }
      run.addAll(inputs, before, progress);
      if (interruption.isRequested()) {
        run.commitToResume();
        problems.abandonFile(); // the run that resumes this one meets all of them
        throw target.interrupted();
      }
      if (target.needsDocuments() && writer.statistics().arrived().documents() == 0) {
        throw new ToolException(
            ExitCode.INPUT_FAILED, "no document was accepted; " + target.unchanged());
      }
      wanted.requireAll();
      run.finish();
      before = run.before();
    } catch (Throwable failure) {
      writer.rollback(); // closing would commit
      throw failure;
    }
    writer.close(); // the commit may purge documents
    return new Outcomes(events.counts(), writer.statistics(), before);
  }

  private static void seeFieldsOf(Directory directory, WantedFields wanted) throws IOException {
    if (DirectoryReader.indexExists(directory)) {
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        wanted.see(NamedFields.of(reader));
      }
    }
  }

  private IndexRun.Options options(Target target, WantedFields wanted) throws IOException {
    Map<String, String> userData = UserData.ofApplication(target.userData());
    userData.putAll(Analyzers.commitData(analyzer));
    // Little is written when variants are dropped, and other threads take longer for it.
    boolean writesAtOnce = keepsOrder || config.variants() == Variants.DROP;
    return new IndexRun.Options(
        Fields.words(config),
        wanted,
        threads,
        writesAtOnce,
        target.replace() ? NEVER : bytesPerCommit,
        interruption::isRequested,
        userData);
  }

  private CollapsingIndexWriter open(Target target, RunEvents events) throws IOException {
    IndexWriterConfig writerConfig =
        new IndexWriterConfig(Analyzers.named(analyzer))
            .setOpenMode(target.replace() ? OpenMode.CREATE : OpenMode.CREATE_OR_APPEND)
            .setMergeScheduler(new BackgroundMerges())
            .setRAMBufferSizeMB(BUFFER_MB);
    if (keepsOrder) {
      writerConfig
          .setMergePolicy(new LogDocMergePolicy())
          .setMergeScheduler(new SerialMergeScheduler());
    }
    Directory directory = target.directory();
    try {
      return CollapsingIndexWriter.open(
          directory, config.withMaxHeldBytes(keepsOrder ? 0 : HELD_BYTES), writerConfig, events);
    } catch (IndexSettingsException e) {
      String advice =
          SettingsAdvice.of(target.folder().path(), IndexInfo.read(directory).config(), config);
      throw new ToolException(ExitCode.INDEX, e.problem() + "; " + advice);
    }
  }

  private static IndexReport report(
      Outcomes outcomes, double seconds, boolean dryRun, IndexCounts index) {
    OutcomeCounts arrived = outcomes.statistics().arrived();
    RunCounts counts = outcomes.counts();
    return new IndexReport(
        outcomes.before().documents(),
        arrived.documents(),
        arrived.replaced(),
        arrived.visible(),
        arrived.tookOver(),
        arrived.hidden(),
        arrived.dropped(),
        counts.withoutText(),
        outcomes.before().refused() + counts.refused() + counts.failed(),
        outcomes.statistics().purged(),
        counts.inputBytes(),
        Table.rounded(seconds),
        Table.rounded(counts.inputBytes() / 1e6 / seconds),
        dryRun,
        index);
  }
}
