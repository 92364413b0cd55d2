// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.util.Arrays;

/**
 * Numbers at positions from 0 on, 0 where none was set. Immutable: a {@link Builder} shares the
 * pages that it does not change, so a changed copy takes time and memory for the changes only.
 */
final class PagedInts {
  /** No numbers. */
  static final PagedInts EMPTY = new PagedInts(new int[0][]);

  private static final int PAGE_BITS = 10;
  private static final int PAGE_SIZE = 1 << PAGE_BITS;
  private static final int PAGE_MASK = PAGE_SIZE - 1;

  private final int[][] pages; // null: all 0

  private PagedInts(int[][] pages) {
    this.pages = pages;
  }

  int get(int position) {
    return get(pages, position);
  }

  private static int get(int[][] pages, int position) {
    int page = position >>> PAGE_BITS;
    return page >= pages.length || pages[page] == null ? 0 : pages[page][position & PAGE_MASK];
  }

  /**
   * Which of 64 positions hold a marked number. Takes no branch that depends on the numbers: half
   * of the documents of an index come this way in a search for frequent words.
   *
   * @param word the positions from 64 times this on
   * @param some a bit for each of the positions to look at; all of them hold a number
   * @param marks by number: 0 or 1
   */
  long marked(int word, long some, byte[] marks) {
    if (some == 0) {
      return 0;
    }
    int[] page = pages[word >>> (PAGE_BITS - 6)];
    int first = (word << 6) & PAGE_MASK;
    long marked = 0;
    for (long rest = some; rest != 0; rest &= rest - 1) {
      int at = Long.numberOfTrailingZeros(rest);
      marked |= (long) marks[page[first + at]] << at;
    }
    return marked;
  }

  /** The first position from one on that holds a number other than 0; -1 if there is none. */
  int next(int from) {
    return next(pages, from);
  }

  private static int next(int[][] pages, int from) {
    int at = from;
    for (int page = at >>> PAGE_BITS; page < pages.length; page++, at = page << PAGE_BITS) {
      for (int i = at & PAGE_MASK; pages[page] != null && i < PAGE_SIZE; i++) {
        if (pages[page][i] != 0) {
          return (page << PAGE_BITS) + i;
        }
      }
    }
    return -1;
  }

  /** Bytes on the heap; pages that other copies share count in each. */
  long ramBytesUsed() {
    long full = Arrays.stream(pages).filter(page -> page != null).count();
    return (long) pages.length * Integer.BYTES + full * (PAGE_SIZE * Integer.BYTES + 16);
  }

  /** A copy to be changed. For one thread. */
  static final class Builder {
    private int[][] pages;
    private boolean[] own;

    Builder(PagedInts from) {
      pages = from.pages.clone();
      own = new boolean[pages.length];
    }

    int get(int position) {
      return PagedInts.get(pages, position);
    }

    void set(int position, int number) {
      int page = position >>> PAGE_BITS;
      if (page >= pages.length) {
        int length = Math.max(page + 1, pages.length + pages.length / 2);
        pages = Arrays.copyOf(pages, length);
        own = Arrays.copyOf(own, length);
      }
      if (!own[page]) {
        pages[page] = pages[page] == null ? new int[PAGE_SIZE] : pages[page].clone();
        own[page] = true;
      }
      pages[page][position & PAGE_MASK] = number;
    }

    /** As {@link PagedInts#next}. */
    int next(int from) {
      return PagedInts.next(pages, from);
    }

    /** The numbers as they are; the draft must not be used again. */
    PagedInts finish() {
      return new PagedInts(pages);
    }
  }
}
