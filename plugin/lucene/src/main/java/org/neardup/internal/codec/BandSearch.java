// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import java.util.List;
import java.util.function.IntPredicate;
import org.neardup.internal.compare.SketchParameters;

/**
 * Looks up the keys of one {@link BandLookUp} after another in one segment. For one thread.
 *
 * <p>It proceeds in steps, each over all keys and all segments searched at once, so that neither
 * the disk nor the processor waits for one read before the next is issued. Prefetching is a step of
 * its own, because it is a barrier to the processor.
 */
final class BandSearch {
  /** Slots, or remainders of slots, of at most this many entries are searched one by one. */
  private static final int LINEAR_SEARCH = 8;

  /** The most entries of one slot to prefetch. */
  private static final int MAX_PREFETCH = 1 << 9;

  private final BandIndex bands;
  private final SketchParameters parameters;
  private final int restBits;
  private final long restMask;
  private final long[] from; // of each key: the first entry of its slot,
  private final long[] to; // the end of its slot,
  private final long[] first; // and the rest of the first entry's key
  private BandLookUp begun;
  private BandLookUp ahead; // what was read ahead for, or null
  private BandLookUp ours; // the same with the parameters of the segment
  private long[] keys; // its keys

  /**
   * A search in the bands of a segment.
   *
   * @param parameters that they were made with
   */
  BandSearch(BandIndex bands, SketchParameters parameters) {
    this.bands = bands;
    this.parameters = parameters;
    restBits = bands.layout().restBits();
    restMask = (1L << restBits) - 1;
    from = new long[parameters.keyCount()];
    to = new long[parameters.keyCount()];
    first = new long[parameters.keyCount()];
  }

  /** Begins a look-up. */
  void begin(BandLookUp lookUp) {
    begun = lookUp;
    ahead = null;
    ours = lookUp.under(parameters);
    keys = ours.keys();
  }

  /**
   * Takes all steps but the first and the last, in many segments, and divides the look-up's cap.
   */
  static void readAhead(BandLookUp lookUp, List<BandSearch> segments) throws IOException {
    readOnlyAhead(segments);
    long[] documents = new long[lookUp.keys().length];
    for (BandSearch segment : segments) {
      if (lookUp.suits(segment.parameters)) { // others have their own keys and budgets
        segment.countDocuments(documents);
      }
    }
    lookUp.share(documents);
  }

  private static void readOnlyAhead(List<BandSearch> segments) throws IOException {
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
    for (int i = 0; i < keys.length; i++) {
      bands.prefetchSlot(keys[i] >>> restBits);
    }
  }

  private void findSlots() throws IOException {
    for (int i = 0; i < keys.length; i++) {
      long slot = keys[i] >>> restBits;
      from[i] = bands.offset(slot);
      to[i] = bands.end(slot, from[i]);
    }
  }

  private void prefetchEntries() throws IOException {
    for (int i = 0; i < keys.length; i++) {
      bands.prefetch(from[i], Math.min(to[i] - from[i], MAX_PREFETCH));
    }
  }

  private void readFirstEntries() throws IOException {
    for (int i = 0; i < keys.length; i++) {
      first[i] = from[i] < to[i] ? bands.rest(from[i]) : Long.MAX_VALUE;
    }
    ahead = begun;
  }

  /** Adds how many documents there are under each key: the lengths of their slots. */
  private void countDocuments(long[] documents) {
    for (int i = 0; i < keys.length; i++) {
      documents[i] += to[i] - from[i];
    }
  }

  /**
   * Counts the live documents under the keys of a look-up, as far as its budgets allow; takes the
   * other steps first, unless they were taken for it.
   *
   * @param starts what is known of deleted documents, and is to be remembered
   */
  void count(BandLookUp lookUp, Candidates found, DeletedPrefixes starts) throws IOException {
    readAheadUnlessDone(lookUp);
    for (int i = 0; i < keys.length; i++) {
      long rest = keys[i] & restMask;
      if (first[i] <= rest) {
        collect(i, firstAtLeast(rest, from[i], to[i]), to[i], found, starts);
      }
    }
  }

  /**
   * Gives all documents under some keys of a look-up; takes the other steps first, unless they were
   * taken for it.
   *
   * @param wanted which keys, by number
   */
  void forEach(BandLookUp lookUp, IntPredicate wanted, SketchReader.KeyVisitor visitor)
      throws IOException {
    readAheadUnlessDone(lookUp);
    for (int i = 0; i < keys.length; i++) {
      long rest = keys[i] & restMask;
      if (first[i] <= rest && wanted.test(i)) {
        long entry = firstAtLeast(rest, from[i], to[i]);
        for (; entry < to[i] && bands.rest(entry) == rest; entry++) {
          visitor.visit(i, bands.doc(entry));
        }
      }
    }
  }

  private void readAheadUnlessDone(BandLookUp lookUp) throws IOException {
    if (lookUp != ahead) {
      begin(lookUp);
      readOnlyAhead(List.of(this));
    }
  }

  private void collect(int key, long from, long to, Candidates found, DeletedPrefixes starts)
      throws IOException {
    long rest = keys[key] & restMask;
    long entry = starts.start(from);
    long firstLive = -1;
    for (; ours.mayLookUnder(key) && entry < to && bands.rest(entry) == rest; entry++) {
      boolean isLive = found.add(bands.doc(entry));
      ours.lookedUnder(key, isLive);
      firstLive = isLive && firstLive < 0 ? entry : firstLive;
    }
    starts.skip(from, firstLive < 0 ? entry : firstLive);
    if (entry < to && bands.rest(entry) == rest) {
      found.addCut(firstAtLeast(rest + 1, entry, to) - entry);
    }
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
