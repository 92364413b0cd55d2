// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.IntsRef;

/**
 * Numbers of documents under the keys of their bands, in memory. Most keys have one number. Keys
 * are compared by a hash of 32 bits, so a search may find documents that share no key; the caller
 * compares what is found anyway. For one thread at a time.
 */
public final class BandTable {
  /** Numbers from here on are places in {@link #several}. */
  private static final int SEVERAL = 1 << 30;

  private final List<IntsRef> several = new ArrayList<>();
  private final IntsRef found = new IntsRef();
  private KeyTable numbers;
  private long skipped;

  /**
   * An empty table.
   *
   * @param expectedKeys that there is room for from the start
   */
  public BandTable(long expectedKeys) {
    numbers = new KeyTable(expectedKeys);
  }

  /** About how many different keys there are. */
  public int keyCount() {
    return numbers.size();
  }

  /** Documents that searches did not look at, as too many share a key. */
  public long skipped() {
    return skipped;
  }

  /** Forgets all numbers. */
  public void clear() {
    several.clear();
    numbers = new KeyTable(0);
  }

  /** Adds a number, from 0 to 2^30 - 1, under all keys of its document. */
  public void add(BandKeys keys, int number) {
    for (int i = 0; i < keys.count(); i++) {
      add(keys.key(i), number);
    }
  }

  /** Adds a number, from 0 to 2^30 - 1, under a key. */
  public void add(long key, int number) {
    int there = numbers.putIfAbsent(key, number);
    if (there >= SEVERAL) {
      append(several.get(there - SEVERAL), number);
    } else if (there != KeyTable.NONE) {
      numbers.replace(key, SEVERAL + several.size());
      several.add(new IntsRef(new int[] {there, number}, 0, 2));
    }
  }

  /** Removes a number from under all keys of its document. */
  public void remove(BandKeys keys, int number) {
    for (int i = 0; i < keys.count(); i++) {
      remove(keys.key(i), number);
    }
  }

  /** Removes a number from under a key. */
  public void remove(long key, int number) {
    int there = numbers.get(key);
    if (there == number) {
      numbers.remove(key);
    } else if (there >= SEVERAL) {
      IntsRef others = several.get(there - SEVERAL);
      take(others, number);
      if (others.length == 0) {
        numbers.remove(key);
      }
    }
  }

  /** The numbers under a key, in the order in which they were added; good until the next call. */
  public IntsRef under(long key) {
    found.length = 0;
    find(key, Long.MAX_VALUE);
    return found;
  }

  /**
   * The numbers under any of some keys, each once, in ascending order; good until the next call.
   *
   * @param most numbers to look at under all keys together, shared out as {@link FairShares} does
   */
  public IntsRef sharing(BandKeys keys, int most) {
    numbers.prefetch(keys);
    found.length = 0;
    for (int i = 0; i < keys.count() && found.length <= most; i++) {
      find(keys.key(i), most + 1L - found.length);
    }
    if (found.length > most) {
      findFirst(keys, most);
    }
    leaveEachOnce();
    return found;
  }

  private void findFirst(BandKeys keys, int most) {
    long[] counts = new long[keys.count()];
    Arrays.setAll(counts, i -> count(keys.key(i)));
    skipped += Arrays.stream(counts).sum() - most;
    long[] shares = FairShares.of(counts, most);
    found.length = 0;
    for (int i = 0; i < shares.length; i++) {
      find(keys.key(i), shares[i]);
    }
  }

  private int count(long key) {
    int number = numbers.get(key);
    return number == KeyTable.NONE
        ? 0
        : number < SEVERAL ? 1 : several.get(number - SEVERAL).length;
  }

  /** Finds the first numbers under a key, at most so many. */
  private void find(long key, long most) {
    int number = numbers.get(key);
    if (number >= SEVERAL) {
      IntsRef all = several.get(number - SEVERAL);
      int more = (int) Math.min(all.length, most);
      found.ints = ArrayUtil.grow(found.ints, found.length + more);
      System.arraycopy(all.ints, 0, found.ints, found.length, more);
      found.length += more;
    } else if (number != KeyTable.NONE && most > 0) {
      append(found, number);
    }
  }

  private void leaveEachOnce() {
    Arrays.sort(found.ints, 0, found.length);
    int different = Math.min(found.length, 1);
    for (int i = 1; i < found.length; i++) {
      if (found.ints[i] != found.ints[different - 1]) {
        found.ints[different++] = found.ints[i];
      }
    }
    found.length = different;
  }

  private static void append(IntsRef all, int number) {
    all.ints = ArrayUtil.grow(all.ints, all.length + 1);
    all.ints[all.length++] = number;
  }

  private static void take(IntsRef all, int number) {
    for (int i = 0; i < all.length; i++) {
      if (all.ints[i] == number) {
        System.arraycopy(all.ints, i + 1, all.ints, i, --all.length - i);
        return;
      }
    }
  }
}
