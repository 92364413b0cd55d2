// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.ThreadInterruptedException;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CommitSettings.Purpose;
import org.neardup.internal.codec.NearDupCodec;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.Verdicts;
import org.neardup.internal.groups.GroupSettings;
import org.neardup.internal.groups.GroupTable;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.record.LastCommit;
import org.neardup.internal.record.RecordWriter;
import org.neardup.internal.record.SegmentMark;
import org.neardup.internal.upkeep.Resketcher;

/**
 * An index that is open for writing: all that writes it, and how it is opened, committed, closed.
 */
final class WritableIndex {
  private final CollapseConfig config;
  private final Analyzer analyzer;
  private final SketchParameters parameters;
  private final CommitSettings settings;
  private final boolean commitsOnClose;
  private final MergingWriter writer;
  private final WriterGuard guard;
  private final DocumentChanges changes;
  private final LatestReader latest;
  private final Maintenance maintenance;
  private Map<String, String> commitData; // changed alone
  private boolean isPrepared; // a commit, changed alone

  /** Checks that an index may be written, and has an index writer open it. */
  WritableIndex(
      Directory directory,
      CollapseConfig config,
      IndexWriterConfig writerConfig,
      CollapseListener listener,
      Purpose purpose)
      throws IOException {
    WriterSettings.check(writerConfig);
    WriterSettings.turnOffOverlays(writerConfig);
    this.config = config;
    analyzer = writerConfig.getAnalyzer();
    commitsOnClose = writerConfig.getCommitOnClose();
    TextSketcher sketcher = config.textSketcher(analyzer);
    parameters = sketcher.parameters();
    settings = new CommitSettings(config, parameters, analyzer);
    settings.check(CommitSettings.lastCommit(directory, writerConfig), purpose);
    writerConfig.setCodec(
        SegmentMark.marking(
            NearDupCodec.wrap(writerConfig.getCodec(), DocumentRecord.SKETCH_FIELD, parameters)));
    writer = DamagedFiles.named(directory, () -> new MergingWriter(directory, writerConfig));
    // Again, as another writer may have been there before this one had the lock.
    LastCommit commit =
        orClose(() -> CommitSettings.lastCommit(directory, writerConfig), writer::rollback);
    long nextNumber = orClose(() -> settings.check(commit, purpose), writer::rollback);
    settings.keepTraits(commit);
    commitData = CommitSettings.others(commit);
    Verdicts verdicts =
        commit == null
            ? new Verdicts()
            : orClose(() -> CommitSettings.verdicts(commit.data()), writer::rollback);
    RecordWriter records = new RecordWriter(writer, config.idField());
    GroupSettings groups = config.groupSettings(maxPendingBytes(writerConfig));
    guard =
        new WriterGuard(
            writer,
            new GroupTable(
                groups,
                sketcher,
                records,
                listener::moved,
                listener::succeeded,
                nextNumber,
                verdicts),
            new HeldDocuments(holdsBack(writerConfig) ? config.maxHeldBytes() : 0));
    changes = new DocumentChanges(config, guard, records, listener);
    latest = new LatestReader(writer, guard);
    maintenance = new Maintenance(config, settings, writer, records, guard, latest);
  }

  private static double maxPendingBytes(IndexWriterConfig writerConfig) {
    double megabytes = writerConfig.getRAMBufferSizeMB();
    return megabytes == IndexWriterConfig.DISABLE_AUTO_FLUSH
        ? Double.POSITIVE_INFINITY
        : megabytes * 1024 * 1024;
  }

  /** An index sort, and what searches show, leave no runs. */
  private boolean holdsBack(IndexWriterConfig writerConfig) {
    return config.variants() == Variants.HIDE && writerConfig.getIndexSort() == null;
  }

  /** Opens an index for documents to be written. */
  static WritableIndex forWriting(
      Directory directory,
      CollapseConfig config,
      IndexWriterConfig writerConfig,
      CollapseListener listener)
      throws IOException {
    WritableIndex index =
        new WritableIndex(directory, config, writerConfig, listener, Purpose.WRITING);
    return orClose(
        () -> {
          DamagedFiles.named(directory, index::openAndJudge);
          return index;
        },
        index.latest,
        index.writer::rollback);
  }

  private Void openAndJudge() throws IOException {
    if (openLatest()) {
      guard.changeAll(maintenance::reconcile);
    }
    return null;
  }

  /**
   * Opens the reader over which decisions are taken, checks a sample of what it shows, and takes in
   * verdicts; returns whether any is new.
   */
  boolean openLatest() throws IOException {
    latest.open();
    Resketcher.checkSample(latest.get(), config, sketcher());
    return guard.decide(
        groups -> {
          String before = groups.verdicts().toString();
          groups.judge(config.verdicts());
          return !groups.verdicts().toString().equals(before);
        });
  }

  /** What an action makes; if it fails, closes what it would have needed. */
  static <T> T orClose(IOSupplier<T> action, Closeable... needed) throws IOException {
    try {
      return action.get();
    } catch (Throwable t) {
      IOUtils.closeWhileHandlingException(needed);
      throw t;
    }
  }

  CollapseConfig config() {
    return config;
  }

  SketchParameters parameters() {
    return parameters;
  }

  /** A sketcher of its own for each caller. */
  TextSketcher sketcher() throws IOException {
    return config.textSketcher(analyzer);
  }

  MergingWriter writer() {
    return writer;
  }

  WriterGuard guard() {
    return guard;
  }

  DocumentChanges changes() {
    return changes;
  }

  Maintenance maintenance() {
    return maintenance;
  }

  /** A reader, and the generation of the writer that it shows. */
  record Reopened(DirectoryReader reader, long generation) {}

  /** Opens a view of all documents. */
  Reopened openView(IOFunction<DirectoryReader, DirectoryReader> view) throws IOException {
    return guard.alone(() -> shown(openReader(), view));
  }

  /** Opens a reader of all documents; to be called alone. */
  DirectoryReader openReader() throws IOException {
    updateContainment();
    return guard.orClose(() -> DirectoryReader.open(writer));
  }

  /** Settles what waits for all that was decided to be written. */
  private void updateContainment() throws IOException {
    if (config.contained() == ContainedTexts.HIDE) {
      latest.updateContainment();
    }
  }

  /**
   * Opens a view again if anything changed since; otherwise the reader is null.
   *
   * @param reader a view of this writer's documents
   */
  Reopened reopenView(DirectoryReader reader, IOFunction<DirectoryReader, DirectoryReader> view)
      throws IOException {
    DirectoryReader all = FilterDirectoryReader.unwrap(reader);
    return guard.alone(
        () -> {
          updateContainment();
          DirectoryReader newer = guard.orClose(() -> DirectoryReader.openIfChanged(all, writer));
          return newer == null ? new Reopened(null, guard.generation()) : shown(newer, view);
        });
  }

  /** A view may fail, which is no failure of the writer. */
  private Reopened shown(DirectoryReader all, IOFunction<DirectoryReader, DirectoryReader> view)
      throws IOException {
    return orClose(() -> new Reopened(view.apply(all), guard.generation()), all);
  }

  /** Brings what decisions are taken over up to what was written. */
  void refresh() throws IOException {
    guard.runAlone(latest::refresh);
  }

  void setCommitData(Map<String, String> data) throws IOException {
    guard.runAlone(() -> commitData = data);
  }

  void commit() throws IOException {
    guard.changeAll(
        () -> {
          commitAlone();
          return null;
        });
  }

  void prepareCommit() throws IOException {
    guard.changeAll(
        () -> {
          requireUnprepared();
          prepareAlone();
          return null;
        });
  }

  private void requireUnprepared() {
    if (isPrepared) {
      throw new IllegalStateException("a commit is prepared: call commit or rollback first");
    }
  }

  private void prepareAlone() throws IOException {
    maintenance.purge();
    updateContainment();
    prepareWriter();
    isPrepared = true;
  }

  private void commitAlone() throws IOException {
    if (!isPrepared) {
      prepareAlone();
    }
    guard.orClose(writer::commit);
    isPrepared = false;
  }

  private void prepareWriter() throws IOException {
    long nextNumber = guard.read(GroupTable::nextNumber);
    String verdicts = guard.read(groups -> groups.verdicts().toString());
    // Asked for when all is written that the commit is of.
    writer.setLiveCommitData(() -> userData(nextNumber, verdicts).entrySet().iterator());
    guard.orClose(writer::prepareCommit);
  }

  private Map<String, String> userData(long nextNumber, String verdicts) {
    int documents = writer.getDocStats().numDocs;
    Map<String, String> userData = settings.userData(nextNumber, verdicts, documents);
    userData.putAll(commitData);
    return userData;
  }

  void rollback() throws IOException {
    guard.closing(
        () -> {
          guard.giveUp();
          IOUtils.close(latest, writer::rollback);
        });
  }

  void close() throws IOException {
    if (!commitsOnClose) {
      rollback();
      return;
    }
    guard.closing(
        () -> {
          boolean isOpen = writer.isOpen();
          if (isOpen) {
            requireUnprepared();
          }
          try {
            if (isOpen) {
              guard.held().writeAll();
              guard.settleAll();
              commitAlone();
            } else {
              guard.ensureReported();
            }
          } finally {
            IOUtils.close(latest, writer::rollback);
          }
        });
  }

  /** An index writer that survives interruptions of a forced merge where nothing is lost. */
  static final class MergingWriter extends IndexWriter {
    /** Whether the merging thread has flushed; null for other threads. */
    private final ThreadLocal<Boolean> flushed = new ThreadLocal<>();

    MergingWriter(Directory directory, IndexWriterConfig config) throws IOException {
      super(directory, config);
    }

    /**
     * As {@link #forceMerge(int)}, but returns an interruption that comes after the flush, while
     * this thread only waits; the merges continue. An earlier one, or one in a merge on this
     * thread, is thrown, because documents may be lost.
     */
    Optional<ThreadInterruptedException> mergeDown(int maxSegments) throws IOException {
      flushed.set(false);
      try {
        forceMerge(maxSegments);
        return Optional.empty();
      } catch (ThreadInterruptedException e) {
        if (!flushed.get() || getTragicException() != null) {
          throw e;
        }
        return Optional.of(e);
      } finally {
        flushed.remove();
      }
    }

    @Override
    protected void doAfterFlush() {
      if (flushed.get() != null) {
        flushed.set(true);
      }
    }
  }
}
