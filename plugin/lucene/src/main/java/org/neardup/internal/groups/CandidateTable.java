// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.IntsRef;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.group.BandKeys;
import org.neardup.internal.group.BandTable;

/**
 * Visible documents in memory, found by the keys of their bands and by their text hashes.
 *
 * <p>Most keys have one document. Keys are compared by a hash, so a search may find documents that
 * share no key; the caller compares what is found anyway.
 */
final class CandidateTable {
  /** Takes candidates, which are read when they are asked for. */
  interface Action {
    /** Takes one with its estimated resemblance. */
    void accept(double estimate, IOSupplier<LiveDocument> candidate);
  }

  private static final int PAGE_BITS = 10; // sketches a page
  private static final int IN_PAGE = (1 << PAGE_BITS) - 1;

  private final SketchParameters parameters;
  private final List<LiveDocument> entries = new ArrayList<>(); // by number; null if it was removed
  private final Map<LiveDocument, Integer> numberOf = new HashMap<>();
  private final BandTable numbers;

  /** By number, so that comparing one with many of them waits for memory once. */
  private final List<byte[]> sketchPages = new ArrayList<>();

  private final BytesRef sketch = new BytesRef(); // one of them

  /**
   * An empty table.
   *
   * @param expectedKeys that there is room for from the start
   */
  CandidateTable(SketchParameters parameters, long expectedKeys) {
    this.parameters = parameters;
    sketch.length = parameters.valueLength();
    numbers = new BandTable(expectedKeys);
  }

  /** Documents that searches did not look at, as too many share a key. */
  long skipped() {
    return numbers.skipped();
  }

  /** Adds a document that has a sketch, if it is not there. */
  void add(LiveDocument entry) {
    int number = entries.size();
    if (numberOf.putIfAbsent(entry, number) == null) {
      entries.add(entry);
      addSketch(entry.value, number);
      BandKeys bandKeys = entry.bandKeys(parameters);
      numbers.add(textHash(entry), number);
      numbers.add(bandKeys, number);
      entry.forgetBandKeys();
    }
  }

  private void addSketch(byte[] value, int number) {
    if ((number & IN_PAGE) == 0) {
      sketchPages.add(new byte[sketch.length << PAGE_BITS]);
    }
    find(number);
    System.arraycopy(value, 0, sketch.bytes, sketch.offset, sketch.length);
  }

  private BytesRef find(int number) {
    sketch.bytes = sketchPages.get(number >>> PAGE_BITS);
    sketch.offset = (number & IN_PAGE) * sketch.length;
    return sketch;
  }

  boolean contains(LiveDocument entry) {
    return numberOf.containsKey(entry);
  }

  /** How many keys its documents have at most. */
  long keyCount() {
    return (long) entries.size() * parameters.keyCount();
  }

  /** Gives the keys of each of its documents. */
  void forEachKeys(Consumer<BandKeys> action) {
    for (LiveDocument entry : entries) {
      if (entry != null) {
        // Made again, as to keep them would take much memory.
        action.accept(new BandKeys(parameters, entry.value));
      }
    }
  }

  /** Removes a document, if it is there. */
  void remove(LiveDocument entry) {
    Integer number = numberOf.remove(entry);
    if (number != null) {
      entries.set(number, null);
      numbers.remove(textHash(entry), number);
      numbers.remove(entry.bandKeys(parameters), number);
    }
    entry.forgetBandKeys();
  }

  /** How many different keys its documents have, about. */
  int differentKeys() {
    return numbers.keyCount();
  }

  /** Forgets all documents. */
  void clear() {
    entries.clear();
    numberOf.clear();
    sketchPages.clear();
    numbers.clear();
  }

  private static long textHash(LiveDocument entry) {
    return SketchValue.textHash(entry.value, 0);
  }

  /** A document with the same text, or null. */
  LiveDocument copy(LiveDocument entry) {
    IntsRef found = numbers.under(textHash(entry));
    for (int i = 0; i < found.length; i++) {
      LiveDocument other = entries.get(found.ints[i]);
      if (other.hasSameText(entry)) {
        return other;
      }
    }
    return null;
  }

  /**
   * Gives the documents that share a band key with a sketch, each once.
   *
   * @param most documents to look at under all keys together, shared out as {@link
   *     BandTable#sharing} does
   */
  void forEachSharing(BandKeys bandKeys, int most, Action action) {
    IntsRef found = numbers.sharing(bandKeys, most);
    for (int i = 0; i < found.length; i++) {
      int number = found.ints[i];
      double estimate =
          SketchValue.resemblance(parameters.format().packing(), bandKeys.sketch(), find(number));
      action.accept(estimate, () -> entries.get(number));
    }
  }
}
