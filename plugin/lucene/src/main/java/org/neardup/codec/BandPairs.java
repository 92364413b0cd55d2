// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;

/** All pairs of a band index, in order. */
final class BandPairs extends PairStream {
  /** Entries to prefetch at a time, because look-ups open the file for random access. */
  private static final long AHEAD = 1 << 17;

  private final BandIndex bands;
  private final BandLayout layout;
  private long entry = -1;
  private long slot = -1;
  private long slotEnd;

  BandPairs(BandIndex bands) {
    this.bands = bands;
    this.layout = bands.layout();
  }

  @Override
  boolean next() throws IOException {
    if (!nextKey()) {
      return false;
    }
    doc = bands.doc(entry);
    return true;
  }

  /** As {@link #next}, but does not read the document. */
  boolean nextKey() throws IOException {
    if (++entry >= layout.pairs()) {
      return false;
    }
    if (entry % AHEAD == 0) {
      bands.prefetch(entry, Math.min(AHEAD, layout.pairs() - entry));
    }
    while (entry >= slotEnd && slot + 1 < layout.slots()) {
      slotEnd = bands.offset(++slot + 1);
    }
    key = slot << layout.restBits() | bands.rest(entry);
    return true;
  }
}
