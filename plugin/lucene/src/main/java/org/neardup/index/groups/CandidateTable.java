// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.lucene.util.ArrayUtil;
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
  /** Numbers from here on are of several documents. */
  private static final int SEVERAL = 1 << 30;

  private final SketchParameters parameters;
  private final SketchPages sketches;
  private final List<Entry> entries = new ArrayList<>(); // by number; null if it was removed
  private final List<Numbers> several = new ArrayList<>();
  private KeyTable numbers;
  private Numbers found = new Numbers();
  private long skipped;

  /** Numbers of documents. */
  private static final class Numbers {
    private int[] all = new int[2];
    private int count;

    void add(int number) {
      all = ArrayUtil.grow(all, count + 1);
      all[count++] = number;
    }

    void addFirst(Numbers others, long most) {
      int more = (int) Math.min(others.count, most);
      all = ArrayUtil.grow(all, count + more);
      System.arraycopy(others.all, 0, all, count, more);
      count += more;
    }

    void remove(int number) {
      for (int i = 0; i < count; i++) {
        if (all[i] == number) {
          System.arraycopy(all, i + 1, all, i, --count - i);
          return;
        }
      }
    }

    /** Leaves each number once, in ascending order. */
    void sortOut() {
      Arrays.sort(all, 0, count);
      int different = Math.min(count, 1);
      for (int i = 1; i < count; i++) {
        if (all[i] != all[different - 1]) {
          all[different++] = all[i];
        }
      }
      count = different;
    }
  }

  /**
   * An empty table.
   *
   * @param expectedKeys that there is room for from the start
   */
  CandidateTable(SketchParameters parameters, long expectedKeys) {
    this.parameters = parameters;
    sketches = new SketchPages(parameters.format());
    numbers = new KeyTable(expectedKeys);
  }

  /** Documents that searches did not look at, as too many share a key. */
  long skipped() {
    return skipped;
  }

  /** Adds a document that has a sketch, if it is not there. */
  void add(Entry entry) {
    if (entry.candidate < 0) {
      int number = entries.size();
      entries.add(entry);
      sketches.add(entry.value);
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
    return (long) entries.size() * parameters.keyCount();
  }

  /** Gives its documents with their keys. */
  void forEach(BiConsumer<Entry, BandKeys> action) {
    for (Entry entry : entries) {
      if (entry != null) {
        // Made again, as to keep them would take much memory.
        action.accept(entry, new BandKeys(parameters, entry.value));
      }
    }
  }

  /** Removes a document, if it is there. */
  void remove(Entry entry) {
    if (entry.candidate >= 0) {
      int number = entry.candidate;
      entries.set(number, null);
      entry.candidate = Entry.NO_CANDIDATE;
      BandKeys bandKeys = entry.bandKeys(parameters);
      take(fingerprint(entry), number);
      for (int i = 0; i < bandKeys.count(); i++) {
        take(bandKeys.key(i), number);
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
    for (Entry entry : entries) {
      if (entry != null) {
        entry.candidate = Entry.NO_CANDIDATE;
      }
    }
    entries.clear();
    sketches.clear();
    several.clear();
    numbers = new KeyTable(0);
  }

  private static long fingerprint(Entry entry) {
    return SketchValue.fingerprint(entry.value, 0);
  }

  /** A document with the same text, or null. */
  Entry copy(Entry entry) {
    found.count = 0;
    find(fingerprint(entry), Long.MAX_VALUE);
    for (int i = 0; i < found.count; i++) {
      Entry other = entries.get(found.all[i]);
      if (other.hasSameText(entry)) {
        return other;
      }
    }
    return null;
  }

  /**
   * Gives the documents that share a band key with a sketch, each once.
   *
   * @param most documents to look at under all keys together, shared out as {@link Shares} does
   */
  void forEachSharing(BandKeys bandKeys, int most, IndexSnapshot.CandidateAction action) {
    numbers.prefetch(bandKeys);
    found.count = 0;
    for (int i = 0; i < bandKeys.count(); i++) {
      find(bandKeys.key(i), Long.MAX_VALUE);
    }
    if (found.count > most) {
      skipped += found.count - most;
      findFirst(bandKeys, most);
    }
    found.sortOut();
    for (int i = 0; i < found.count; i++) {
      int number = found.all[i];
      action.accept(sketches.estimate(bandKeys.sketch(), number), () -> entries.get(number));
    }
  }

  private void findFirst(BandKeys bandKeys, int most) {
    long[] counts = new long[bandKeys.count()];
    Arrays.setAll(counts, i -> count(bandKeys.key(i)));
    long[] shares = Shares.of(counts, most);
    found.count = 0;
    for (int i = 0; i < shares.length; i++) {
      find(bandKeys.key(i), shares[i]);
    }
  }

  private int count(long key) {
    int number = numbers.get(key);
    return number == KeyTable.NONE ? 0 : number < SEVERAL ? 1 : several.get(number - SEVERAL).count;
  }

  /** Finds the documents under a key, at most so many. */
  private void find(long key, long most) {
    int number = numbers.get(key);
    if (number >= SEVERAL) {
      found.addFirst(several.get(number - SEVERAL), most);
    } else if (number != KeyTable.NONE && most > 0) {
      found.add(number);
    }
  }

  private void put(long key, int number) {
    int there = numbers.putIfAbsent(key, number);
    if (there >= SEVERAL) {
      several.get(there - SEVERAL).add(number);
    } else if (there != KeyTable.NONE) {
      Numbers both = new Numbers();
      both.add(there);
      both.add(number);
      numbers.replace(key, SEVERAL + several.size());
      several.add(both);
    }
  }

  private void take(long key, int number) {
    int there = numbers.get(key);
    if (there == number) {
      numbers.remove(key);
    } else if (there >= SEVERAL) {
      Numbers others = several.get(there - SEVERAL);
      others.remove(number);
      if (others.count == 0) {
        numbers.remove(key);
      }
    }
  }
}
