// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.group;

/**
 * Maps band keys to numbers: a hash table with open addressing, as there are twenty keys a
 * document. A slot is one word, 32 bits of the key's hash and the number, so that a query waits for
 * memory once. Keys with one such hash count as one key.
 *
 * <p>It is in pages, since large arrays make garbage collectors work. For one thread at a time.
 */
final class KeyTable {
  static final int NONE = -1;

  private static final int LEAST_SLOTS = 1 << 8;
  private static final int PAGE_BITS = 15; // 256 KB a page
  private static final int IN_PAGE = (1 << PAGE_BITS) - 1;

  private long[][] pages; // 0: free
  private int slots; // a power of two
  private int size;
  private long[] ahead = {};

  /**
   * An empty table.
   *
   * @param expectedKeys that there is room for from the start
   */
  KeyTable(long expectedKeys) {
    int least = LEAST_SLOTS;
    while (most(least) < expectedKeys && least < 1 << 30) {
      least *= 2;
    }
    allocate(least);
  }

  private static int most(int slots) {
    return slots / 3 * 2;
  }

  private void allocate(int newSlots) {
    slots = newSlots;
    pages = new long[Math.max(1, newSlots >>> PAGE_BITS)][];
    for (int i = 0; i < pages.length; i++) {
      pages[i] = new long[Math.min(newSlots, 1 << PAGE_BITS)];
    }
  }

  /** How many keys there are. */
  int size() {
    return size;
  }

  /** The number of a key, or {@link #NONE}. */
  int get(long key) {
    long place = at(slot(hash(key)));
    return place == 0 ? NONE : (int) place;
  }

  /**
   * Gives a key a number, 0 or more, if it has none.
   *
   * @return the number that it has, or {@link #NONE} if it had none
   */
  int putIfAbsent(long key, int number) {
    int hash = hash(key);
    int slot = slot(hash);
    long place = at(slot);
    if (place != 0) {
      return (int) place;
    }
    set(slot, place(hash, number));
    if (++size > most(slots)) {
      grow();
    }
    return NONE;
  }

  /** Gives a key that has a number another one. */
  void replace(long key, int number) {
    int hash = hash(key);
    set(slot(hash), place(hash, number));
  }

  private static long place(int hash, int number) {
    return (long) hash << Integer.SIZE | number;
  }

  /**
   * Loads the slots of all keys of a document into the cache at once, instead of one after the
   * other.
   */
  void prefetch(BandKeys keys) {
    if (ahead.length < keys.count()) {
      ahead = new long[keys.count()];
    }
    for (int i = 0; i < keys.count(); i++) {
      ahead[i] = at(home(hash(keys.key(i))));
    }
  }

  /** Removes a key that is there; moves up those that had to make way for it. */
  void remove(long key) {
    int gap = slot(hash(key));
    set(gap, 0);
    size--;
    for (int i = next(gap); at(i) != 0; i = next(i)) {
      int wayFromHome = (i - home((int) (at(i) >>> Integer.SIZE))) & (slots - 1);
      if (wayFromHome >= ((i - gap) & (slots - 1))) {
        set(gap, at(i));
        set(i, 0);
        gap = i;
      }
    }
  }

  private long at(int slot) {
    return pages[slot >>> PAGE_BITS][slot & IN_PAGE];
  }

  private void set(int slot, long place) {
    pages[slot >>> PAGE_BITS][slot & IN_PAGE] = place;
  }

  /** Never 0, so that no place in use looks free. */
  static int hash(long key) {
    int hash = (int) ((key * 0x9E3779B97F4A7C15L) >>> Integer.SIZE);
    return hash == 0 ? 1 : hash;
  }

  /** The slot that has a key of this hash, or else the free one where it belongs. */
  private int slot(int hash) {
    int slot = home(hash);
    for (long place = at(slot); place != 0 && (int) (place >>> Integer.SIZE) != hash; ) {
      slot = next(slot);
      place = at(slot);
    }
    return slot;
  }

  private int home(int hash) {
    return hash >>> Integer.numberOfLeadingZeros(slots - 1);
  }

  private int next(int slot) {
    return (slot + 1) & (slots - 1);
  }

  private void grow() {
    long[][] old = pages;
    allocate(2 * slots);
    for (long[] page : old) {
      for (long place : page) {
        if (place != 0) {
          set(slot((int) (place >>> Integer.SIZE)), place);
        }
      }
    }
  }
}
