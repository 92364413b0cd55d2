// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

/**
 * The groups of several documents by number, from 1 on: which document represents them, and how
 * many they have. Immutable.
 *
 * @param slots the slot of the representative's segment, plus 1; 0 if it is gone
 * @param docs the representative in its segment; of a number that is free the next one that is
 * @param sizes documents, the representative included
 * @param end the first number never used
 * @param free a number that is free, 0 if there is none
 * @param groups how many there are
 * @param documents how many they have together
 */
record GroupDirectory(
    PagedInts slots,
    PagedInts docs,
    PagedInts sizes,
    int end,
    int free,
    int groups,
    int documents) {
  /** No groups. */
  static final GroupDirectory EMPTY =
      new GroupDirectory(PagedInts.EMPTY, PagedInts.EMPTY, PagedInts.EMPTY, 1, 0, 0, 0);

  long ramBytesUsed() {
    return slots.ramBytesUsed() + docs.ramBytesUsed() + sizes.ramBytesUsed();
  }

  /** Groups to be changed. For one thread. */
  static final class Builder {
    private final PagedInts.Builder slots;
    private final PagedInts.Builder docs;
    private final PagedInts.Builder sizes;
    private int end;
    private int free;
    private int groups;
    private int documents;

    Builder(GroupDirectory from) {
      slots = new PagedInts.Builder(from.slots);
      docs = new PagedInts.Builder(from.docs);
      sizes = new PagedInts.Builder(from.sizes);
      end = from.end;
      free = from.free;
      groups = from.groups;
      documents = from.documents;
    }

    /** The first number never used. */
    int end() {
      return end;
    }

    /** A new group of one document, which represents it. */
    int add(int slot, int doc) {
      int group = free == 0 ? end++ : free;
      if (group == free) {
        free = docs.get(group);
      }
      setRepresentative(group, slot, doc);
      sizes.set(group, 1);
      groups++;
      documents++;
      return group;
    }

    void remove(int group) {
      documents -= sizes.get(group);
      groups--;
      slots.set(group, 0);
      sizes.set(group, 0);
      docs.set(group, free);
      free = group;
    }

    void setRepresentative(int group, int slot, int doc) {
      slots.set(group, slot + 1);
      docs.set(group, doc);
    }

    void removeRepresentative(int group) {
      slots.set(group, 0);
    }

    boolean hasRepresentative(int group) {
      return slots.get(group) != 0;
    }

    /** The slot of the representative's segment. */
    int slot(int group) {
      return slots.get(group) - 1;
    }

    /** The representative in its segment. */
    int doc(int group) {
      return docs.get(group);
    }

    int size(int group) {
      return sizes.get(group);
    }

    void grow(int group, int by) {
      sizes.set(group, sizes.get(group) + by);
      documents += by;
    }

    GroupDirectory finish() {
      return new GroupDirectory(
          slots.finish(), docs.finish(), sizes.finish(), end, free, groups, documents);
    }
  }
}
