// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOSupplier;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CommitSettings.Purpose;
import org.neardup.internal.record.LastCommit;
import org.neardup.internal.upkeep.BandRewriter;
import org.neardup.internal.upkeep.IndexExamination;

/**
 * Checks and repairs the invariants of {@link CollapsingIndexWriter}: each id has one document,
 * each sketch matches its text, each hidden document has a visible near-duplicate, and no two
 * visible documents are near-duplicates.
 *
 * <p>The index does not record the {@link Verification} that placed its documents. Two documents
 * therefore count as wrongly placed only if every verification would decide otherwise: both by the
 * estimate and by the exact resemblance if the texts are stored, otherwise by the estimate with a
 * margin of 2.5 standard errors.
 */
public final class IndexCheck {
  /** Compares all sketches with the stored texts. */
  public static final int ALL_TEXTS = Integer.MAX_VALUE;

  private IndexCheck() {}

  /**
   * Checks the latest commit of an index and the checksums of its files. Writes nothing.
   *
   * <p>Uses about 10 bytes per document and 600 per visible document. Takes time linear in the
   * number of documents, plus the analysis of each compared text. Near-duplicates that share no
   * band are not found; {@link #repair} finds them.
   *
   * @param config the configuration that built the index
   * @param analyzer the analyzer that built the index; documents that it would sketch differently
   *     count as violations
   * @param texts the maximum number of sketches to compare with their stored texts, evenly spaced
   *     over the index; documents without stored texts are skipped
   * @throws IndexSettingsException if there is no index, or it was not built with these settings
   * @throws org.apache.lucene.index.CorruptIndexException if a file is damaged
   */
  public static CheckReport check(
      Directory directory, CollapseConfig config, Analyzer analyzer, int texts) throws IOException {
    TextSketcher sketcher = config.textSketcher(analyzer);
    CommitSettings settings = new CommitSettings(config, sketcher.parameters(), analyzer);
    return DiskFailures.named(directory, () -> check(directory, config, sketcher, settings, texts));
  }

  private static CheckReport check(
      Directory directory,
      CollapseConfig config,
      TextSketcher sketcher,
      CommitSettings settings,
      int texts)
      throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      LastCommit commit = LastCommit.of(reader);
      long nextNumber = settings.check(commit, Purpose.REPAIRING);
      for (LeafReaderContext leaf : reader.leaves()) {
        leaf.reader().checkIntegrity();
      }
      return new IndexExamination(
              reader,
              config,
              sketcher,
              CommitSettings.verdicts(commit.data()),
              nextNumber,
              commit.changes())
          .run(texts);
    }
  }

  /**
   * Repairs an index, even if another writer changed it. Afterwards {@link #check} finds only the
   * documents that the report lists as not repaired.
   *
   * <p>Of several documents with one id, the last is kept. Documents that another writer added, and
   * those whose sketch does not match their text, get sketches of their stored texts. All documents
   * are then decided on again, as by {@link CollapsingIndexWriter#reconcile}. No two visible
   * documents remain near-duplicates, even if they share no band, except for pairs that the report
   * counts as skipped.
   *
   * <p>Takes a check of all texts and a {@code reconcile}, rewrites the segments whose bands lack
   * visible documents, and commits once, at the end. Comparison time is linear in the number of
   * documents: if thousands of visible documents share a band, as pages of one template or any
   * documents at thresholds below about .65 may, each is compared with some of the others only.
   *
   * @param writerConfig as for {@link CollapsingIndexWriter#open}; must open the latest commit
   * @throws IndexSettingsException if there is no index, or it was not built with these settings
   */
  public static RepairReport repair(
      Directory directory, CollapseConfig config, IndexWriterConfig writerConfig)
      throws IOException {
    CheckReport before = check(directory, config, writerConfig.getAnalyzer(), ALL_TEXTS);
    return rewrite(
        directory,
        config,
        writerConfig,
        Purpose.REPAIRING,
        (index, bands) -> index.maintenance().repair(before, index.sketcher(), bands));
  }

  /**
   * Changes the threshold, the preference, the guards or the fate of variants of an index, and
   * decides on all documents from scratch, from their sketches and stored fields. Only the few
   * texts that are compared exactly are analysed again; those that new guards look at are read. The
   * index is rewritten, with new bands, if the threshold or the guards change, and once more if
   * documents become visible, which get bands then.
   *
   * @param config as the index was made with, except for threshold, preference, guards and
   *     variants. Fields that a new preference names must be stored; where a new guard looks at
   *     what a document does not store, that becomes visible
   * @param writerConfig as for {@link CollapsingIndexWriter#open}, to go on with the latest commit
   * @throws IndexSettingsException if other settings differ, or a new guard looks at what no
   *     document stores; the index is as it was
   */
  public static ReconcileReport retune(
      Directory directory, CollapseConfig config, IndexWriterConfig writerConfig)
      throws IOException {
    boolean ranksAgain =
        !IndexInfo.read(directory).config().preference().equals(config.preference());
    return rewrite(
        directory,
        config,
        writerConfig,
        Purpose.RETUNING,
        (index, bands) -> {
          bands.run();
          index.openLatest();
          return index.maintenance().retune(ranksAgain, bands);
        });
  }

  /** What to change; it may give documents bands. */
  @FunctionalInterface
  private interface Change<T> {
    T apply(WritableIndex index, IORunnable bands) throws IOException;
  }

  /** Changes an index as a whole, with one commit; if that fails the index is as it was. */
  private static <T> T rewrite(
      Directory directory,
      CollapseConfig config,
      IndexWriterConfig writerConfig,
      Purpose purpose,
      Change<T> change)
      throws IOException {
    WriterSettings.checkRewriting(writerConfig);
    BandRewriter rewriter = new BandRewriter(writerConfig.getMergePolicy());
    writerConfig.setMergePolicy(rewriter);
    IOSupplier<T> rewriting =
        () -> {
          WritableIndex index =
              new WritableIndex(
                  OpenedIndex.open(directory, config, writerConfig, purpose),
                  CollapseListener.NONE);
          boolean guards = purpose == Purpose.RETUNING;
          IORunnable bands =
              () -> rewriter.rewrite(index.writer(), config, index.sketcher(), guards);
          return OpenedIndex.orClose(
              () -> {
                T result = change.apply(index, bands);
                index.commit(); // closing may forget what is not
                index.rollback();
                return result;
              },
              index::rollback);
        };
    return DiskFailures.named(directory, () -> DiskFailures.unwrappedOfWriter(rewriting));
  }
}
