// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.ThreadInterruptedException;

/** An index writer that knows whether an interruption of a forced merge did any harm. */
final class MergingWriter extends IndexWriter {
  /** Whether the thread that forces a merge has flushed; null for other threads. */
  private final ThreadLocal<Boolean> flushed = new ThreadLocal<>();

  MergingWriter(Directory directory, IndexWriterConfig config) throws IOException {
    super(directory, config);
  }

  /**
   * As {@link #forceMerge(int)}, but for an interruption when all documents are flushed and merges
   * are only waited for: that is returned, and the merges go on. One that comes before, or in a
   * merge on this thread, is thrown: documents may be lost by it.
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
