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
  /** One document in 2^9: the time to clear and scan all bits is that of making a set. */
  static final int FEW_SHIFT = 9;

  private final VersionMap versions;
  private final SameTexts texts; // null: the search looked at all documents of each
  private final FixedBitSet docs; // null if they are few
  private final int[] few; // ascending; null if they are many
  private final DocSet fewSet;
  private final long hiddenCount;

  /**
   * What the parts of a search have seen.
   *
   * @param texts if the parts looked at the first of each text only; else null
   */
  Matches(VersionMap versions, SameTexts texts, List<LeafMatches> leaves) {
    this.versions = versions;
    this.texts = texts;
    int maxDoc = versions.hidden.length();
    long count = leaves.stream().mapToLong(LeafMatches::count).sum();
    if (count <= maxDoc >> FEW_SHIFT) {
      docs = null;
      few = new int[(int) count];
      int end = 0;
      for (LeafMatches leaf : leaves) {
        end = leaf.copyTo(few, end);
      }
      Arrays.sort(few); // threads give segments in any order
      fewSet = new DocSet(few);
      hiddenCount = hiddenCount(few);
    } else {
      few = null;
      fewSet = null;
      docs = bits(leaves, maxDoc);
      hiddenCount = FixedBitSet.intersectionCount(docs, versions.hidden);
    }
  }

  private int hiddenCount(int[] list) {
    int count = 0;
    for (int doc : list) {
      count += versions.hidden.get(doc) ? 1 : 0;
    }
    return count;
  }

  private static FixedBitSet bits(List<LeafMatches> leaves, int maxDoc) {
    FixedBitSet first = leaves.getFirst().bits();
    if (leaves.size() == 1 && first != null && first.length() == maxDoc) {
      return first; // an index of one segment, searched as a whole
    }
    FixedBitSet bits = new FixedBitSet(maxDoc);
    leaves.forEach(leaf -> leaf.addTo(bits));
    return bits;
  }

  /** Whether a document of a group was seen to match. */
  boolean contains(int doc) {
    return docs != null ? docs.get(doc) : fewSet.contains(doc);
  }

  /** How many documents match, seen or not, besides the visible ones. */
  long hiddenCount() {
    return hiddenCount + unseenCount();
  }

  private long unseenCount() {
    if (texts == null) {
      return 0;
    }
    long[] count = {0};
    if (docs != null) {
      versions.forEachRank(docs, rank -> count[0] += texts.others(rank));
    } else {
      for (int doc : few) {
        count[0] += texts.others(versions.rank(doc));
      }
    }
    return count[0];
  }

  /** How many documents of the group of a representative match, seen or not. */
  int matching(int representative) {
    int count = withItsText(representative);
    return count == versions.size(representative) // all have one text, as in most groups
        ? count
        : count + matchingBehind(representative);
  }

  private int matchingBehind(int representative) {
    int[] count = {0};
    versions.forEachBehind(representative, doc -> count[0] += withItsText(doc));
    return count[0];
  }

  private int withItsText(int doc) {
    if (!contains(doc)) {
      return 0;
    }
    return texts == null ? 1 : 1 + texts.others(versions.rank(doc));
  }

  /**
   * As {@link #orphans}, with documents that were not seen as they have the text of one that was.
   */
  Orphans allOrphans() {
    return texts == null ? orphans() : texts.all(orphans().groups(), this::contains);
  }

  /** The hidden documents seen whose representative was not. */
  Orphans orphans() {
    if (docs != null) {
      return versions.orphans(docs);
    }
    return texts == null && hiddenBehindFew() == hiddenCount ? new Orphans() : orphansOfFew();
  }

  /**
   * How many of a few hidden documents are behind representatives among them; less, if some groups
   * are large. What is behind a representative lies together in memory, while looking each document
   * up would wait for memory each time.
   */
  private long hiddenBehindFew() {
    long behind = 0;
    long toLookAt = 2 * hiddenCount;
    for (int doc : few) {
      if (!versions.hidden.get(doc)) {
        toLookAt -= versions.size(doc);
        if (toLookAt < 0) {
          return behind;
        }
        behind += matchingBehind(doc);
      }
    }
    return behind;
  }

  private Orphans orphansOfFew() {
    Orphans orphans = new Orphans();
    for (int doc : few) {
      int representative = versions.representative(doc);
      if (representative != doc && !contains(representative)) {
        orphans.add(doc, representative);
      }
    }
    return orphans;
  }
}
