// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import org.apache.lucene.index.FilterMergePolicy;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.NoMergeScheduler;
import org.apache.lucene.index.SoftDeletesRetentionMergePolicy;
import org.apache.lucene.search.SortField;
import org.neardup.record.FieldNames;

/** Refuses settings of an index writer that would undo what ours promises. */
final class WriterSettings {
  private WriterSettings() {}

  /**
   * Checks a configuration; {@link CollapsingIndexWriter} says what is supported.
   *
   * @throws IllegalArgumentException if it has a setting that is not
   */
  static void check(IndexWriterConfig writerConfig) {
    if (writerConfig.getSoftDeletesField() != null) {
      throw new IllegalArgumentException(
          "writerConfig must have no soft deletes field, as what is deleted here is gone, got "
              + writerConfig.getSoftDeletesField());
    }
    FieldNames.checkNotOurs("parentField of writerConfig", writerConfig.getParentField());
    if (writerConfig.getIndexSort() != null) {
      for (SortField field : writerConfig.getIndexSort().getSort()) {
        // Lucene updates no field that it sorts by.
        FieldNames.checkNotOurs("fields of indexSort of writerConfig", field.getField());
      }
    }
    check(writerConfig.getMergePolicy());
  }

  /**
   * Checks the configuration of a writer that rewrites an index as a whole, the latest commit of
   * it.
   *
   * @throws IllegalArgumentException if it goes on with another commit, or would not end
   */
  static void checkRewriting(IndexWriterConfig writerConfig) {
    if (writerConfig.getOpenMode() == OpenMode.CREATE || writerConfig.getIndexCommit() != null) {
      throw new IllegalArgumentException(
          "writerConfig must go on with the latest commit, got open mode "
              + writerConfig.getOpenMode()
              + " and index commit "
              + writerConfig.getIndexCommit());
    }
    if (writerConfig.getMergeScheduler() instanceof NoMergeScheduler) {
      throw new IllegalArgumentException(
          "mergeScheduler of writerConfig must merge, as that is waited for, got NoMergeScheduler");
    }
  }

  private static void check(MergePolicy mergePolicy) {
    if (mergePolicy instanceof SoftDeletesRetentionMergePolicy) {
      throw new IllegalArgumentException(
          "mergePolicy of writerConfig must not bring deleted documents back, got " + mergePolicy);
    }
    if (mergePolicy instanceof FilterMergePolicy filter) {
      check(filter.unwrap());
    }
  }
}
