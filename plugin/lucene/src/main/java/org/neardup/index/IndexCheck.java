// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CommitSettings.Purpose;
import org.neardup.index.upkeep.BandRewriter;
import org.neardup.index.upkeep.IndexExamination;
import org.neardup.index.upkeep.RewritingMergePolicy;
import org.neardup.record.LastCommit;

/**
 * Tells whether an index is as {@link CollapsingIndexWriter} leaves it, and makes it so again: each
 * id has one document, each document a sketch of its text, each hidden one a visible one that it is
 * a near-duplicate of, and no two visible ones are near-duplicates.
 *
 * <p>Two documents count as wrongly placed only if every {@link Verification} would place them
 * otherwise, as an index does not tell which one placed them: both the estimate and, where the
 * texts are stored, the exact resemblance must say so; where they are not, the estimate by 2.5
 * standard errors.
 */
public final class IndexCheck {
  /** For {@link #check}: compares all sketches with the texts. */
  public static final int ALL_TEXTS = Integer.MAX_VALUE;

  private IndexCheck() {}

  /**
   * Checks the latest commit of an index, and the checksums of its files. Writes nothing.
   *
   * <p>Takes some 10 microseconds and 10 bytes a document, 500 bytes a visible one, and besides,
   * for each text that is compared, what analysing it takes. Near-duplicates that share no band are
   * not looked for: they are what the recall of the bands leaves; {@link #repair} finds them.
   *
   * @param config as the index was made with
   * @param analyzer as the index was made with, which is checked as far as its settings tell; a
   *     document that another one would sketch otherwise counts as having a wrong sketch
   * @param texts how many sketches to compare with the stored texts they are of, at most; documents
   *     are picked at equal distances. Those that do not store what was analysed are left out
   * @throws IndexSettingsException if there is no index, or other settings or something else made
   *     it
   * @throws org.apache.lucene.index.CorruptIndexException if a file is damaged
   */
  public static CheckReport check(
      Directory directory, CollapseConfig config, Analyzer analyzer, int texts) throws IOException {
    TextSketcher sketcher = config.textSketcher(analyzer);
    CommitSettings settings = new CommitSettings(config, sketcher.parameters(), analyzer);
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      LastCommit commit =
          LastCommit.of(
              SegmentInfos.readCommit(directory, reader.getIndexCommit().getSegmentsFileName()));
      long nextNumber = settings.check(commit, Purpose.REPAIRING);
      for (LeafReaderContext leaf : reader.leaves()) {
        leaf.reader().checkIntegrity();
      }
      return new IndexExamination(reader, config, sketcher, nextNumber, commit.changes())
          .run(texts);
    }
  }

  /**
   * Makes an index whole again, whoever changed it: {@link #check} finds nothing afterwards but the
   * documents that the report names as not repaired.
   *
   * <p>Of documents with one id the one that arrived last is kept. Documents that another writer
   * added get sketches of their stored texts; so do those whose sketch is not of their text. All
   * documents are decided on anew, as by {@link CollapsingIndexWriter#reconcile}; and then no two
   * visible ones are near-duplicates, even if they share no band, but for pairs that the report
   * counts as skipped.
   *
   * <p>Takes a check of all texts and a {@code reconcile}, and rewrites the segments whose bands
   * lack visible documents. There is one commit, at the end. The last step takes time with the
   * number of documents: where thousands of visible ones share a band, as pages of one template
   * may, or any documents at thresholds below about .65, each is compared with some of the others.
   *
   * @param writerConfig as for {@link CollapsingIndexWriter#open}, to go on with the latest commit
   * @throws IndexSettingsException if there is no index, or other settings or something else made
   *     it
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
   * Changes the threshold, the preference or the fate of variants of an index, and decides on all
   * documents from scratch, from their sketches and stored fields. Only the few texts that are
   * compared exactly are analysed again. The index is rewritten, with new bands, if the threshold
   * changes, and once more if documents become visible, which get bands then.
   *
   * @param config as the index was made with, except for threshold, preference and variants;
   *     nothing can change to {@link Variants#REPORT} or from it. Fields that a new preference
   *     names must be stored
   * @param writerConfig as for {@link CollapsingIndexWriter#open}, to go on with the latest commit
   * @throws IndexSettingsException if other settings differ; the index is as it was
   */
  public static Reconciled retune(
      Directory directory, CollapseConfig config, IndexWriterConfig writerConfig)
      throws IOException {
    boolean ranksAgain = !CollapseConfig.of(directory).preference().equals(config.preference());
    return rewrite(
        directory,
        config,
        writerConfig,
        Purpose.RETUNING,
        (index, bands) -> {
          index.openLatest();
          return index.maintenance().retune(ranksAgain, bands);
        });
  }

  /** What to change; it may give documents bands. */
  @FunctionalInterface
  private interface Change<T> {
    T apply(WritableIndex index, BandRewriter bands) throws IOException;
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
    RewritingMergePolicy mergePolicy = new RewritingMergePolicy(writerConfig.getMergePolicy());
    writerConfig.setMergePolicy(mergePolicy);
    return DiskFailures.unwrappedOfWriter(
        () -> {
          WritableIndex index =
              new WritableIndex(directory, config, writerConfig, CollapseListener.NONE, purpose);
          BandRewriter bands =
              new BandRewriter(index.writer(), mergePolicy, config, index.parameters());
          return WritableIndex.orClose(
              () -> {
                T result = change.apply(index, bands);
                index.commit(); // closing may forget what is not
                index.rollback();
                return result;
              },
              index::rollback);
        });
  }
}
