// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.LiveDocs;
import org.apache.lucene.util.Version;

/**
 * Masks documents with the live ones of a segment, 64 at a time. Lucene does so itself, except for
 * 10.4 and 10.5, which ask the live documents of a commit one after the other.
 */
public final class LiveMask {
  private static final boolean ASKS_EACH =
      Version.LATEST.major == 10 && (Version.LATEST.minor == 4 || Version.LATEST.minor == 5);

  private LiveMask() {}

  /** Removes documents that are not live. */
  public static void apply(LeafReader leaf, FixedBitSet docs) {
    Bits live = leaf.getLiveDocs();
    if (live != null && !(ASKS_EACH && OfCommit.apply(live, docs))) {
      live.applyMask(docs, 0);
    }
  }

  /** Apart, as Lucene 10.3 has no such class. */
  private static final class OfCommit {
    /** Whether these are live documents of a commit, and the mask is applied. */
    static boolean apply(Bits live, FixedBitSet docs) {
      if (!(live instanceof LiveDocs ofCommit)) {
        return false;
      }
      FixedBitSet dense = BitSetIterator.getFixedBitSetOrNull(ofCommit.liveDocsIterator());
      if (dense != null) {
        docs.and(dense);
        return true;
      }
      try {
        docs.andNot(ofCommit.deletedDocsIterator()); // few
        return true;
      } catch (IOException e) {
        throw new UncheckedIOException(e); // bits in memory do not fail
      }
    }
  }
}
