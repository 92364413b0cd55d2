// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Looks the keys of one {@link BandLookUp} after the other up in one segment. For one thread.
 *
 * <p>It goes in steps, each over all keys, and over all segments that are searched at once, so that
 * neither the disk nor the processor waits for one read before it hears of the next. To ask for
 * something ahead is a step of its own, as it is a barrier to the processor.
 */
final class BandSearch {
  /** Slots, or what is left of them, that are not longer are searched entry by entry. */
  private static final int LINEAR_SEARCH = 8;

  /** The most entries of one slot that are asked for ahead of reading them. */
  private static final int MAX_PREFETCH = 1 << 9;

  private final BandIndex bands;
  private final SketchParameters parameters;
  private final int restBits;
  private final long restMask;
  private final long[] from; // of each key: the first entry of its slot,
  private final long[] to; // the end of its slot,
  private final long[] first; // and the rest of the first entry's key
  private final int[] likely; // the numbers of the keys that are looked up
  private int count; // of these
  private BandLookUp begun;
  private BandLookUp ahead; // read ahead for; or null
  private long[] keys; // under the parameters of the segment
  private long[] budgets; // theirs

  /**
   * Searches in the bands of a segment.
   *
   * @param parameters that they were made under
   */
  BandSearch(BandIndex bands, SketchParameters parameters) {
    this.bands = bands;
    this.parameters = parameters;
    restBits = bands.layout().restBits();
    restMask = (1L << restBits) - 1;
    from = new long[parameters.keyCount()];
    to = new long[parameters.keyCount()];
    first = new long[parameters.keyCount()];
    likely = new int[parameters.keyCount()];
  }

  /**
   * Begins to look up those keys that may be there.
   *
   * @return whether there are any
   */
  boolean begin(BandLookUp lookUp, LongPredicate mayBeThere) {
    begun = lookUp;
    ahead = null;
    BandLookUp ours = lookUp.under(parameters);
    keys = ours.keys();
    budgets = ours.budgets();
    count = 0;
    for (int i = 0; i < keys.length; i++) {
      if (mayBeThere.test(keys[i])) {
        likely[count++] = i;
      }
    }
    return count > 0;
  }

  /** Takes the next steps, but for the last, in segments that have begun. */
  static void readAhead(List<BandSearch> segments) throws IOException {
    for (BandSearch segment : segments) {
      segment.prefetchSlots();
    }
    for (BandSearch segment : segments) {
      segment.findSlots();
    }
    for (BandSearch segment : segments) {
      segment.prefetchEntries();
    }
    for (BandSearch segment : segments) {
      segment.readFirstEntries();
    }
  }

  private void prefetchSlots() throws IOException {
    for (int i = 0; i < count; i++) {
      bands.prefetchSlot(keys[likely[i]] >>> restBits);
    }
  }

  private void findSlots() throws IOException {
    for (int i = 0; i < count; i++) {
      long slot = keys[likely[i]] >>> restBits;
      from[i] = bands.offset(slot);
      to[i] = bands.end(slot, from[i]);
    }
  }

  private void prefetchEntries() throws IOException {
    for (int i = 0; i < count; i++) {
      bands.prefetch(from[i], Math.min(to[i] - from[i], MAX_PREFETCH));
    }
  }

  private void readFirstEntries() throws IOException {
    for (int i = 0; i < count; i++) {
      first[i] = from[i] < to[i] ? bands.rest(from[i]) : Long.MAX_VALUE;
    }
    ahead = begun;
  }

  /**
   * Counts the live documents under the keys of a look-up, as far as their budgets go, after the
   * other steps if those were not taken for it.
   */
  void count(BandLookUp lookUp, CandidateCounter counter) throws IOException {
    if (lookUp != ahead) {
      begin(lookUp, key -> true);
      readAhead(List.of(this));
    }
    for (int i = 0; i < count; i++) {
      long rest = keys[likely[i]] & restMask;
      if (first[i] <= rest) {
        budgets[likely[i]] -= collect(rest, from[i], to[i], budgets[likely[i]], counter);
      }
    }
  }

  /** Returns what it used of the budget. */
  private long collect(long rest, long from, long to, long budget, CandidateCounter counter)
      throws IOException {
    long entry = firstAtLeast(rest, from, to);
    long used = 0;
    for (; used < budget && entry < to && bands.rest(entry) == rest; entry++) {
      used += counter.add(bands.doc(entry));
    }
    if (entry < to && bands.rest(entry) == rest) {
      counter.addCut(firstAtLeast(rest + 1, entry, to) - entry);
    }
    return used;
  }

  private long firstAtLeast(long rest, long from, long to) throws IOException {
    long entry = from;
    for (long high = to; high - entry > LINEAR_SEARCH; ) {
      long middle = (entry + high) >>> 1;
      if (bands.rest(middle) < rest) {
        entry = middle + 1;
      } else {
        high = middle;
      }
    }
    while (entry < to && bands.rest(entry) < rest) {
      entry++;
    }
    return entry;
  }
}
