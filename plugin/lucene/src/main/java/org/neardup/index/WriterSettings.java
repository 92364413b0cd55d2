// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import org.apache.lucene.index.FilterMergePolicy;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.NoMergeScheduler;
import org.apache.lucene.index.SoftDeletesRetentionMergePolicy;
import org.apache.lucene.search.SortField;
import org.neardup.internal.record.FieldNames;

/** Refuses settings that {@link CollapsingIndexWriter} does not support, or turns them off. */
final class WriterSettings {
  private WriterSettings() {}

  /** Throws an IllegalArgumentException for an unsupported setting. */
  static void check(IndexWriterConfig writerConfig) {
    if (writerConfig.getSoftDeletesField() != null) {
      throw new IllegalArgumentException(
          "writerConfig must not set a soft deletes field, got "
              + writerConfig.getSoftDeletesField());
    }
    FieldNames.checkNotOurs("parentField of writerConfig", writerConfig.getParentField());
    if (writerConfig.getIndexSort() != null) {
      for (SortField field : writerConfig.getIndexSort().getSort()) {
        // Lucene does not update fields of the index sort.
        FieldNames.checkNotOurs("fields of indexSort of writerConfig", field.getField());
      }
    }
    check(writerConfig.getMergePolicy());
  }

  /**
   * Turns off overlays of doc values, which Lucene has since 10.6: one over an updated sketch would
   * hide the bands of its segment, so that look-ups would scan it.
   */
  static void turnOffOverlays(IndexWriterConfig writerConfig) {
    try {
      IndexWriterConfig.class
          .getMethod("setMaxDocValuesOverlays", int.class)
          .invoke(writerConfig, 0);
    } catch (NoSuchMethodException e) {
      // This Lucene has none.
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("cannot turn off overlays of doc values", e);
    }
  }

  /** Also refuses to open another commit than the latest, and to run no merges. */
  static void checkRewriting(IndexWriterConfig writerConfig) {
    if (writerConfig.getOpenMode() == OpenMode.CREATE || writerConfig.getIndexCommit() != null) {
      throw new IllegalArgumentException(
          "writerConfig must open the latest commit, got open mode "
              + writerConfig.getOpenMode()
              + " and index commit "
              + writerConfig.getIndexCommit());
    }
    if (writerConfig.getMergeScheduler() instanceof NoMergeScheduler) {
      throw new IllegalArgumentException(
          "mergeScheduler of writerConfig must run merges, got NoMergeScheduler");
    }
  }

  private static void check(MergePolicy mergePolicy) {
    if (mergePolicy instanceof SoftDeletesRetentionMergePolicy) {
      throw new IllegalArgumentException(
          "mergePolicy of writerConfig must not retain deleted documents, got " + mergePolicy);
    }
    if (mergePolicy instanceof FilterMergePolicy filter) {
      check(filter.unwrap());
    }
  }
}
