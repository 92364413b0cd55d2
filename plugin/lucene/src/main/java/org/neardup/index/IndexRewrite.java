// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.neardup.index.CommitSettings.Purpose;
import org.neardup.index.upkeep.BandRewriter;
import org.neardup.index.upkeep.RewritingMergePolicy;

/** Changes an index as a whole, with one commit; if that fails the index is as it was. */
final class IndexRewrite {
  /** What to change; it may give documents bands. */
  @FunctionalInterface
  private interface Change<T> {
    T apply(OpenIndex index, BandRewriter bands) throws IOException;
  }

  private IndexRewrite() {}

  /** See {@link IndexCheck#retune}. */
  static Reconciled retune(
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

  /** See {@link IndexCheck#repair}. */
  static RepairReport repair(
      Directory directory, CollapseConfig config, IndexWriterConfig writerConfig, CheckReport found)
      throws IOException {
    return rewrite(
        directory,
        config,
        writerConfig,
        Purpose.REPAIRING,
        (index, bands) -> index.maintenance().repair(found, index.sketcher(), bands));
  }

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
          OpenIndex index =
              new OpenIndex(directory, config, writerConfig, CollapseListener.NONE, purpose);
          BandRewriter bands =
              new BandRewriter(index.writer(), mergePolicy, config, index.parameters());
          return OpenIndex.orClose(
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
