// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.lucene.util.IntsRef;
import org.neardup.compare.SketchParameters;
import org.neardup.compare.SketchValue;
import org.neardup.group.BandKeys;
import org.neardup.group.BandTable;

/**
 * Visible documents in memory, found by the keys of their bands and by their text hashes.
 *
 * <p>Most keys have one document. Keys are compared by a hash, so a search may find documents that
 * share no key; the caller compares what is found anyway.
 */
final class CandidateTable {
  private final SketchParameters parameters;
  private final SketchPages sketches;
  private final List<LiveDocument> entries = new ArrayList<>(); // by number; null if it was removed
  private final BandTable numbers;

  /**
   * An empty table.
   *
   * @param expectedKeys that there is room for from the start
   */
  CandidateTable(SketchParameters parameters, long expectedKeys) {
    this.parameters = parameters;
    sketches = new SketchPages(parameters.format());
    numbers = new BandTable(expectedKeys);
  }

  /** Documents that searches did not look at, as too many share a key. */
  long skipped() {
    return numbers.skipped();
  }

  /** Adds a document that has a sketch, if it is not there. */
  void add(LiveDocument entry) {
    if (entry.candidate < 0) {
      int number = entries.size();
      entries.add(entry);
      sketches.add(entry.value);
      entry.candidate = number;
      BandKeys bandKeys = entry.bandKeys(parameters);
      numbers.add(textHash(entry), number);
      numbers.add(bandKeys, number);
      entry.forgetBandKeys();
    }
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
    if (entry.candidate >= 0) {
      int number = entry.candidate;
      entries.set(number, null);
      entry.candidate = LiveDocument.NO_CANDIDATE;
      BandKeys bandKeys = entry.bandKeys(parameters);
      numbers.remove(textHash(entry), number);
      numbers.remove(bandKeys, number);
    }
    entry.forgetBandKeys();
  }

  /** How many different keys its documents have, about. */
  int differentKeys() {
    return numbers.keyCount();
  }

  /** Forgets all documents. */
  void clear() {
    for (LiveDocument entry : entries) {
      if (entry != null) {
        entry.candidate = LiveDocument.NO_CANDIDATE;
      }
    }
    entries.clear();
    sketches.clear();
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
  void forEachSharing(BandKeys bandKeys, int most, IndexSnapshot.CandidateAction action) {
    IntsRef found = numbers.sharing(bandKeys, most);
    for (int i = 0; i < found.length; i++) {
      int number = found.ints[i];
      action.accept(sketches.estimate(bandKeys.sketch(), number), () -> entries.get(number));
    }
  }
}
