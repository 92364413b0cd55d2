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
  private final List<LiveDocument> documents =
      new ArrayList<>(); // by number; null if it was removed
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
  void add(LiveDocument document) {
    int number = documents.size();
    if (numberOf.putIfAbsent(document, number) == null) {
      documents.add(document);
      addSketch(document.value, number);
      BandKeys bandKeys = document.bandKeys(parameters);
      numbers.add(textHash(document), number);
      numbers.add(bandKeys, number);
      document.forgetBandKeys();
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

  boolean contains(LiveDocument document) {
    return numberOf.containsKey(document);
  }

  /** How many keys its documents have at most. */
  long keyCount() {
    return (long) documents.size() * parameters.keyCount();
  }

  /** Gives the keys of each of its documents. */
  void forEachKeys(Consumer<BandKeys> action) {
    for (LiveDocument document : documents) {
      if (document != null) {
        // Made again, as to keep them would take much memory.
        action.accept(new BandKeys(parameters, document.value));
      }
    }
  }

  /** Removes a document, if it is there. */
  void remove(LiveDocument document) {
    Integer number = numberOf.remove(document);
    if (number != null) {
      documents.set(number, null);
      numbers.remove(textHash(document), number);
      numbers.remove(document.bandKeys(parameters), number);
    }
    document.forgetBandKeys();
  }

  /** How many different keys its documents have, about. */
  int differentKeys() {
    return numbers.keyCount();
  }

  /** Forgets all documents. */
  void clear() {
    documents.clear();
    numberOf.clear();
    sketchPages.clear();
    numbers.clear();
  }

  private static long textHash(LiveDocument document) {
    return SketchValue.textHash(document.value, 0);
  }

  /** A document with the same text, or null. */
  LiveDocument copy(LiveDocument document) {
    IntsRef found = numbers.under(textHash(document));
    for (int i = 0; i < found.length; i++) {
      LiveDocument other = documents.get(found.ints[i]);
      if (other.hasSameText(document)) {
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
      action.accept(estimate, () -> documents.get(number));
    }
  }
}
