// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

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
  private final TextRepresentatives texts; // null: the search looked at all documents of each
  private final FixedBitSet docs; // null if they are few
  private final int[] few; // ascending; null if they are many

  /**
   * What the parts of a search have seen.
   *
   * @param texts if the parts looked at the first of each text only; else null
   */
  Matches(VersionMap versions, TextRepresentatives texts, List<LeafMatches> leaves) {
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
    } else {
      few = null;
      docs = bits(leaves, maxDoc);
    }
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
    return docs != null ? docs.get(doc) : Arrays.binarySearch(few, doc) >= 0;
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
    return contains(doc) ? 1 + others(doc) : 0;
  }

  /** How many documents were not seen as they have the text of one of a group that was. */
  private int others(int doc) {
    return texts == null ? 0 : texts.others(versions.rank(doc));
  }

  /**
   * How many documents match: the visible ones, the hidden ones seen, and those that were not as
   * they have the text of one that was.
   */
  long documents(long visible) {
    long count = visible;
    if (docs == null) {
      for (int doc : few) {
        count += others(doc) + (versions.hidden.get(doc) ? 1 : 0);
      }
      return count;
    }
    count += FixedBitSet.intersectionCount(docs, versions.hidden);
    for (int doc = next(0); texts != null && doc != NO_MORE_DOCS; doc = next(doc + 1)) {
      count += others(doc);
    }
    return count;
  }

  private int next(int from) {
    return VersionMap.next(docs, from, docs.length());
  }

  /** The same with documents that were not seen as they have the text of one that was. */
  UnrepresentedMatches withUnseen(UnrepresentedMatches unrepresented) {
    return texts == null ? unrepresented : texts.all(unrepresented.groups(), this::contains);
  }

  /** The hidden documents seen whose representative was not. */
  UnrepresentedMatches unrepresented() {
    if (docs != null) {
      return versions.unrepresented(docs);
    }
    return texts == null && allAreBehindFew() ? new UnrepresentedMatches() : orphansOfFew();
  }

  /**
   * Whether the hidden ones of a few documents are behind representatives among them; false, too,
   * if some groups are large. What is behind a representative lies together in memory, while
   * looking each document up would wait for memory each time.
   */
  private boolean allAreBehindFew() {
    int behind = 0;
    int visible = 0;
    long toLookAt = 2L * few.length;
    for (int doc : few) {
      if (!versions.hidden.get(doc)) {
        visible++;
        toLookAt -= versions.size(doc);
        if (toLookAt < 0) {
          return false;
        }
        behind += matchingBehind(doc);
      }
    }
    return visible + behind == few.length;
  }

  private UnrepresentedMatches orphansOfFew() {
    UnrepresentedMatches unrepresented = new UnrepresentedMatches();
    for (int doc : few) {
      int representative = versions.representative(doc);
      if (representative != doc && !contains(representative)) {
        unrepresented.add(doc, representative);
      }
    }
    return unrepresented;
  }
}
