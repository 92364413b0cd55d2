// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.ThreadInterruptedException;

/** An index writer that survives interruptions of a forced merge where nothing is lost. */
final class MergingWriter extends IndexWriter {
  /** Whether the merging thread has flushed; null for other threads. */
  private final ThreadLocal<Boolean> flushed = new ThreadLocal<>();

  MergingWriter(Directory directory, IndexWriterConfig config) throws IOException {
    super(directory, config);
  }

  /**
   * As {@link #forceMerge(int)}, but returns an interruption that comes after the flush, while this
   * thread only waits; the merges continue. An earlier one, or one in a merge on this thread, is
   * thrown, because documents may be lost.
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
