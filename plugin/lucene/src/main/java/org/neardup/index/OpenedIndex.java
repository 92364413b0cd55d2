// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.IOUtils;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CommitSettings.Purpose;
import org.neardup.internal.codec.NearDupCodec;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.Verdicts;
import org.neardup.internal.groups.GroupSettings;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.record.LastCommit;
import org.neardup.internal.record.SegmentMark;

/**
 * An index that an index writer has opened, and what was found in it.
 *
 * @param settings of all commits from here on
 * @param nextNumber for the next document or group
 * @param verdicts that hold
 * @param commitData what the last commit carries besides settings
 */
record OpenedIndex(
    CollapseConfig config,
    IndexWriterConfig writerConfig,
    CommitSettings settings,
    FailStopWriter writer,
    long nextNumber,
    Verdicts verdicts,
    Map<String, String> commitData) {

  /** Checks that an index may be written, and has an index writer open it. */
  static OpenedIndex open(
      Directory directory, CollapseConfig config, IndexWriterConfig writerConfig, Purpose purpose)
      throws IOException {
    WriterSettings.check(writerConfig);
    WriterSettings.turnOffOverlays(writerConfig);
    Analyzer analyzer = writerConfig.getAnalyzer();
    SketchParameters parameters = config.textSketcher(analyzer).parameters();
    CommitSettings settings = new CommitSettings(config, parameters, analyzer);
    settings.check(CommitSettings.lastCommit(directory, writerConfig), purpose);
    writerConfig.setCodec(
        SegmentMark.marking(
            NearDupCodec.wrap(writerConfig.getCodec(), DocumentRecord.SKETCH_FIELD, parameters)));
    FailStopWriter writer =
        DiskFailures.named(directory, () -> new FailStopWriter(directory, writerConfig));
    // Again, as another writer may have been there before this one had the lock.
    return orClose(
        () -> {
          LastCommit commit = CommitSettings.lastCommit(directory, writerConfig);
          long nextNumber = settings.check(commit, purpose);
          settings.keepTraits(commit);
          Verdicts verdicts =
              commit == null ? new Verdicts() : CommitSettings.verdicts(commit.data());
          Map<String, String> others = CommitSettings.others(commit);
          return new OpenedIndex(
              config, writerConfig, settings, writer, nextNumber, verdicts, others);
        },
        writer::rollback);
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

  /** A sketcher of its own for each caller. */
  TextSketcher sketcher() throws IOException {
    return config.textSketcher(writerConfig.getAnalyzer());
  }

  /** What decisions depend on. */
  GroupSettings groupSettings() {
    double megabytes = writerConfig.getRAMBufferSizeMB();
    return config.groupSettings(
        megabytes == IndexWriterConfig.DISABLE_AUTO_FLUSH
            ? Double.POSITIVE_INFINITY
            : megabytes * 1024 * 1024);
  }

  /** What hidden documents may take that are held back: an index sort leaves no runs. */
  long maxHeldBytes() {
    boolean hasRuns = config.variants() == Variants.HIDE && writerConfig.getIndexSort() == null;
    return hasRuns ? config.maxHeldBytes() : 0;
  }
}
