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
 * <p>A hash table with open addressing, as most keys have one document and there are twenty keys a
 * document: some 500 bytes a document. To look there is to wait for memory, so a place is one word:
 * 32 bits of the key's hash, and the number of what is found there. Keys of one such hash count as
 * one key; whoever searches compares what is found anyway.
 */
final class CandidateTable {
  /** Documents looked at under one key; more would make a template on many pages quadratic. */
  private static final int CAP = 1000;

  private final SketchParameters parameters;
  private final KeyFilter filter;
  private long[] slots = new long[1 << 8]; // 0: free
  private final List<Object> found = new ArrayList<>(); // by number: an Entry or a list of several
  private int size;
  private long search; // marks the entries that the current search has found
  private long skipped;

  /**
   * An empty table.
   *
   * @param filter is told of the keys that come
   */
  CandidateTable(SketchParameters parameters, KeyFilter filter) {
    this.parameters = parameters;
    this.filter = filter;
  }

  /** Documents that searches did not look at, as too many share a key. */
  long skipped() {
    return skipped;
  }

  /** Adds a document that has a sketch, if it is not there. */
  void add(Entry entry) {
    if (entry.candidate < 0) {
      int number = number(entry);
      entry.candidate = number;
      BandKeys bandKeys = entry.bandKeys(parameters);
      filter.add(bandKeys);
      put(fingerprint(entry), number);
      for (int i = 0; i < bandKeys.count(); i++) {
        put(bandKeys.key(i), number);
      }
    }
  }

  /** How many keys its documents have at most. */
  long keyCount() {
    return (long) found.size() * parameters.keyCount();
  }

  /** Tells the filter of all keys again. */
  void refill() {
    for (Object value : found) {
      if (value instanceof Entry entry) {
        filter.add(entry.bandKeys(parameters));
      }
    }
  }

  private int number(Object entryOrSeveral) {
    found.add(entryOrSeveral);
    return found.size() - 1;
  }

  /** Removes a document, if it is there. */
  void remove(Entry entry) {
    if (entry.candidate >= 0) {
      int number = entry.candidate;
      found.set(number, null);
      entry.candidate = Entry.NO_CANDIDATE;
      BandKeys bandKeys = entry.bandKeys(parameters);
      take(fingerprint(entry), entry, number);
      for (int i = 0; i < bandKeys.count(); i++) {
        take(bandKeys.key(i), entry, number);
      }
    }
  }

  /** Forgets all documents. */
  void clear() {
    for (Object value : found) {
      if (value instanceof Entry entry) {
        entry.candidate = Entry.NO_CANDIDATE;
      }
    }
    found.clear();
    Arrays.fill(slots, 0);
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
    long place = slots[slot(hash(key))];
    if (place == 0) {
      return List.of();
    }
    Object value = found.get((int) place);
    return value instanceof Entry entry ? List.of(entry) : (List<Entry>) value;
  }

  /** Never 0, so that no place in use looks free. */
  private static int hash(long key) {
    int hash = (int) ((key * 0x9E3779B97F4A7C15L) >>> Integer.SIZE);
    return hash == 0 ? 1 : hash;
  }

  /** The slot that has a key of this hash, or else the free one where it belongs. */
  private int slot(int hash) {
    int slot = home(hash);
    while (slots[slot] != 0 && (int) (slots[slot] >>> Integer.SIZE) != hash) {
      slot = next(slot);
    }
    return slot;
  }

  private int home(int hash) {
    return hash >>> Integer.numberOfLeadingZeros(slots.length - 1);
  }

  private int next(int slot) {
    return (slot + 1) & (slots.length - 1);
  }

  private static long place(int hash, int number) {
    return (long) hash << Integer.SIZE | number;
  }

  private void put(long key, int number) {
    int hash = hash(key);
    int slot = slot(hash);
    if (slots[slot] != 0) {
      several(slot, hash).add((Entry) found.get(number));
      return;
    }
    slots[slot] = place(hash, number);
    if (++size > slots.length / 2) {
      grow();
    }
  }

  @SuppressWarnings("unchecked") // only lists of entries are put there
  private List<Entry> several(int slot, int hash) {
    if (found.get((int) slots[slot]) instanceof Entry entry) {
      slots[slot] = place(hash, number(new ArrayList<>(List.of(entry))));
    }
    return (List<Entry>) found.get((int) slots[slot]);
  }

  private void grow() {
    long[] old = slots;
    slots = new long[2 * old.length];
    for (long place : old) {
      if (place != 0) {
        slots[slot((int) (place >>> Integer.SIZE))] = place;
      }
    }
  }

  private void take(long key, Entry entry, int number) {
    int slot = slot(hash(key));
    if ((int) slots[slot] == number) {
      free(slot);
    } else if (found.get((int) slots[slot]) instanceof List<?> several) {
      several.remove(entry);
      if (several.isEmpty()) {
        free(slot);
      }
    }
  }

  /** Moves up those that had to make way, so that searches may end at a free slot. */
  private void free(int slot) {
    int gap = slot;
    slots[gap] = 0;
    size--;
    for (int i = next(gap); slots[i] != 0; i = next(i)) {
      int wayFromHome = (i - home((int) (slots[i] >>> Integer.SIZE))) & (slots.length - 1);
      if (wayFromHome >= ((i - gap) & (slots.length - 1))) {
        slots[gap] = slots[i];
        slots[i] = 0;
        gap = i;
      }
    }
  }
}
