// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.util.ArrayList;
import java.util.List;
import org.neardup.codec.BandKeys;
import org.neardup.codec.Shares;
import org.neardup.compare.SketchParameters;
import org.neardup.compare.SketchValue;

/**
 * Visible documents in memory, found by the keys of their bands and by their fingerprints.
 *
 * <p>Most keys have one document. Keys are compared by a hash, so a search may find documents that
 * share no key; the caller compares what is found anyway.
 */
final class CandidateTable {
  private final SketchParameters parameters;
  private final List<Object> found = new ArrayList<>(); // by number: an Entry or a list of several
  private KeyTable numbers;
  private long search; // marks the entries that the current search has found
  private long skipped;

  /**
   * An empty table.
   *
   * @param expectedKeys that there is room for from the start
   */
  CandidateTable(SketchParameters parameters, long expectedKeys) {
    this.parameters = parameters;
    numbers = new KeyTable(expectedKeys);
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
      put(fingerprint(entry), number);
      for (int i = 0; i < bandKeys.count(); i++) {
        put(bandKeys.key(i), number);
      }
      entry.forgetBandKeys();
    }
  }

  /** How many keys its documents have at most. */
  long keyCount() {
    return (long) found.size() * parameters.keyCount();
  }

  /** Tells a filter of all keys. */
  void addKeysTo(VisibleKeyFilter filter) {
    for (Object value : found) {
      if (value instanceof Entry entry) {
        // Made again, as to keep them would take much memory.
        filter.add(new BandKeys(parameters, entry.value));
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
    entry.forgetBandKeys();
  }

  /** How many different keys its documents have, about. */
  int differentKeys() {
    return numbers.size();
  }

  /** Forgets all documents. */
  void clear() {
    for (Object value : found) {
      if (value instanceof Entry entry) {
        entry.candidate = Entry.NO_CANDIDATE;
      }
    }
    found.clear();
    numbers = new KeyTable(0);
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

  /**
   * The documents that share a band key with a sketch, each once.
   *
   * @param most documents to look at under all keys together, shared out as {@link Shares} does
   */
  List<Entry> sharingBands(BandKeys bandKeys, int most) {
    search++;
    numbers.prefetch(bandKeys);
    List<List<Entry>> all = new ArrayList<>(bandKeys.count());
    long count = 0;
    for (int i = 0; i < bandKeys.count(); i++) {
      all.add(get(bandKeys.key(i)));
      count += all.get(i).size();
    }
    List<Entry> sharers = new ArrayList<>();
    if (count <= most) {
      all.forEach(under -> addNew(under, sharers));
    } else {
      long[] shares = Shares.of(all.stream().mapToLong(List::size).toArray(), most);
      for (int i = 0; i < shares.length; i++) {
        addNew(all.get(i).subList(0, (int) shares[i]), sharers);
      }
      skipped += count - most;
    }
    return sharers;
  }

  private void addNew(List<Entry> entries, List<Entry> sharers) {
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      if (entry.foundBy != search) {
        entry.foundBy = search;
        sharers.add(entry);
      }
    }
  }

  @SuppressWarnings("unchecked") // only lists of entries are put there
  private List<Entry> get(long key) {
    int number = numbers.get(key);
    if (number == KeyTable.NONE) {
      return List.of();
    }
    Object value = found.get(number);
    return value instanceof Entry entry ? List.of(entry) : (List<Entry>) value;
  }

  private void put(long key, int number) {
    int there = numbers.putIfAbsent(key, number);
    if (there != KeyTable.NONE) {
      several(key, there).add((Entry) found.get(number));
    }
  }

  @SuppressWarnings("unchecked") // only lists of entries are put there
  private List<Entry> several(long key, int number) {
    if (found.get(number) instanceof Entry entry) {
      List<Entry> several = new ArrayList<>(List.of(entry));
      numbers.replace(key, number(several));
      return several;
    }
    return (List<Entry>) found.get(number);
  }

  private void take(long key, Entry entry, int number) {
    int there = numbers.get(key);
    if (there == number) {
      numbers.remove(key);
    } else if (there != KeyTable.NONE && found.get(there) instanceof List<?> several) {
      several.remove(entry);
      if (several.isEmpty()) {
        numbers.remove(key);
      }
    }
  }
}
