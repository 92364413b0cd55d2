// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.FixedBitSet;

/**
 * Which documents of groups a search has seen to match. Documents are numbers in the index; a list
 * while they are few, so that a search that finds little costs little, however large the index.
 */
final class Matches {
  private final VersionMap versions;
  private final FixedBitSet docs; // null if they are few
  private final int[] few; // ascending; null if they are many

  Matches(VersionMap versions, List<LeafMatches> leaves) {
    this.versions = versions;
    if (leaves.stream().allMatch(LeafMatches::areFew)) {
      docs = null;
      few = leaves.stream().flatMapToInt(LeafMatches::few).sorted().toArray();
    } else {
      docs = new FixedBitSet(versions.hidden.length());
      leaves.forEach(leaf -> leaf.addTo(docs));
      few = null;
    }
  }

  /** Whether a document of a group was seen to match. */
  boolean contains(int doc) {
    return docs != null ? docs.get(doc) : Arrays.binarySearch(few, doc) >= 0;
  }

  /** How many hidden documents were seen. */
  long hiddenCount() {
    return docs != null
        ? FixedBitSet.intersectionCount(docs, versions.hidden)
        : Arrays.stream(few).filter(versions.hidden::get).count();
  }

  /** The hidden documents seen whose representative was not. */
  Orphans orphans() {
    Orphans orphans = new Orphans();
    if (docs != null) {
      addOrphans(orphans);
      return orphans;
    }
    for (int doc : few) {
      int representative = versions.representative(doc);
      if (representative != doc && !contains(representative)) {
        orphans.add(doc, representative);
      }
    }
    return orphans;
  }

  private void addOrphans(Orphans orphans) {
    long[] matched = docs.getBits();
    long[] hidden = versions.hidden.getBits();
    for (int word = 0; word < hidden.length; word++) { // millions of matches come this way
      for (long both = matched[word] & hidden[word]; both != 0; both &= both - 1) {
        int doc = (word << 6) + Long.numberOfTrailingZeros(both);
        int representative = versions.representativeOfHidden(doc);
        if ((matched[representative >> 6] >>> representative & 1) == 0) {
          orphans.add(doc, representative);
        }
      }
    }
  }
}
