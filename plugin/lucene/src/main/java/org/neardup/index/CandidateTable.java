// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.neardup.codec.BandKeys;
import org.neardup.codec.SketchParameters;
import org.neardup.codec.SketchValue;

/**
 * Visible documents in memory, found by the keys of their bands and by their fingerprints. Guarded
 * by the lock of {@link GroupTable}.
 *
 * <p>Takes some 300 bytes a document: a hash table with open addressing, as most keys have one
 * document and there are twenty keys a document.
 */
final class CandidateTable {
  /** Documents looked at under one key; more would make a template on many pages quadratic. */
  private static final int CAP = 1000;

  private final SketchParameters parameters;
  private long[] keys = new long[1 << 8];
  private Object[] found = new Object[1 << 8]; // an Entry, a list of several, or null: free
  private int size;
  private long search; // marks the entries that the current search has found
  private long skipped;

  CandidateTable(SketchParameters parameters) {
    this.parameters = parameters;
  }

  /** Documents that searches did not look at, as too many share a key. */
  long skipped() {
    return skipped;
  }

  /** Adds a document that has a sketch, if it is not there. */
  void add(Entry entry) {
    if (!entry.isCandidate) {
      entry.isCandidate = true;
      BandKeys bandKeys = entry.bandKeys(parameters);
      put(fingerprint(entry), entry);
      for (int i = 0; i < bandKeys.count(); i++) {
        put(bandKeys.key(i), entry);
      }
    }
  }

  /** Removes a document, if it is there. */
  void remove(Entry entry) {
    if (entry.isCandidate) {
      entry.isCandidate = false;
      BandKeys bandKeys = entry.bandKeys(parameters);
      take(fingerprint(entry), entry);
      for (int i = 0; i < bandKeys.count(); i++) {
        take(bandKeys.key(i), entry);
      }
    }
  }

  /** Forgets all documents. */
  void clear() {
    for (Object value : found) {
      switch (value) {
        case null -> {}
        case Entry entry -> entry.isCandidate = false;
        default -> ((List<?>) value).forEach(entry -> ((Entry) entry).isCandidate = false);
      }
    }
    Arrays.fill(found, null);
    size = 0;
  }

  private static long fingerprint(Entry entry) {
    return SketchValue.fingerprint(entry.value, 0);
  }

  /** A document with the same text, or null. */
  Entry copy(Entry entry) {
    for (Entry other : get(fingerprint(entry))) {
      if (other.hasSameText(entry)) {
        return other;
      }
    }
    return null;
  }

  /** The documents that share a band key with a sketch, each once. */
  List<Entry> sharingBands(BandKeys bandKeys) {
    search++;
    List<Entry> sharers = new ArrayList<>();
    for (int i = 0; i < bandKeys.count(); i++) {
      List<Entry> all = get(bandKeys.key(i));
      skipped += Math.max(0, all.size() - CAP);
      for (int j = 0; j < Math.min(CAP, all.size()); j++) {
        Entry entry = all.get(j);
        if (entry.foundBy != search) {
          entry.foundBy = search;
          sharers.add(entry);
        }
      }
    }
    return sharers;
  }

  @SuppressWarnings("unchecked") // only lists of entries are put there
  private List<Entry> get(long key) {
    Object value = found[slot(key)];
    return switch (value) {
      case null -> List.of();
      case Entry entry -> List.of(entry);
      default -> (List<Entry>) value;
    };
  }

  /** The slot that has a key, or else the free one where it belongs. */
  private int slot(long key) {
    int slot = home(key);
    while (found[slot] != null && keys[slot] != key) {
      slot = (slot + 1) & (keys.length - 1);
    }
    return slot;
  }

  private int home(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> Long.numberOfLeadingZeros(keys.length - 1L));
  }

  private void put(long key, Entry entry) {
    int slot = slot(key);
    if (found[slot] != null) {
      List<Entry> several = get(key);
      if (found[slot] instanceof Entry) {
        several = new ArrayList<>(several);
        found[slot] = several;
      }
      several.add(entry);
      return;
    }
    keys[slot] = key;
    found[slot] = entry;
    if (++size > keys.length / 2) {
      grow();
    }
  }

  private void grow() {
    long[] oldKeys = keys;
    Object[] old = found;
    keys = new long[2 * oldKeys.length];
    found = new Object[2 * oldKeys.length];
    for (int i = 0; i < old.length; i++) {
      if (old[i] != null) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        found[slot] = old[i];
      }
    }
  }

  private void take(long key, Entry entry) {
    int slot = slot(key);
    if (found[slot] == entry) {
      free(slot);
    } else if (found[slot] instanceof List<?> several) {
      several.remove(entry);
      if (several.size() == 1) {
        found[slot] = several.getFirst();
      }
    }
  }

  /** Moves up those that had to make way, so that searches may end at a free slot. */
  private void free(int slot) {
    int gap = slot;
    found[gap] = null;
    size--;
    for (int i = next(gap); found[i] != null; i = next(i)) {
      int wayFromHome = (i - home(keys[i])) & (keys.length - 1);
      if (wayFromHome >= ((i - gap) & (keys.length - 1))) {
        keys[gap] = keys[i];
        found[gap] = found[i];
        found[i] = null;
        gap = i;
      }
    }
  }

  private int next(int slot) {
    return (slot + 1) & (keys.length - 1);
  }
}
