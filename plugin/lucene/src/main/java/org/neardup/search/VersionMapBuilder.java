// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;

/**
 * Makes the map of versions of a reader. A hidden document whose representative was deleted behind
 * the index writer's back counts as visible, if it is the first of its group: nothing is lost.
 */
final class VersionMapBuilder {
  private final List<LeafReaderContext> contexts;
  private final int[] docBases;
  private final FixedBitSet[] hidden; // by segment; null if none of its documents is
  private final long[][] groups; // by segment, of each hidden document

  VersionMapBuilder(DirectoryReader reader) {
    contexts = reader.leaves();
    docBases = contexts.stream().mapToInt(leaf -> leaf.docBase).toArray();
    hidden = new FixedBitSet[docBases.length];
    groups = new long[docBases.length][];
  }

  VersionMap build() throws IOException {
    int count = readHidden();
    if (count == 0) {
      return new VersionMap(docBases, null, new long[0]);
    }
    GroupTable table = new GroupTable(count);
    for (long[] ofLeaf : groups) {
      Arrays.stream(ofLeaf).forEach(table::await);
    }
    for (LeafReaderContext leaf : contexts) {
      offerVisible(leaf, table);
    }
    return map(table);
  }

  /** Reads which documents are hidden and their groups; returns how many. */
  private int readHidden() throws IOException {
    int count = 0;
    for (LeafReaderContext leaf : contexts) {
      FixedBitSet ofLeaf = LeafVisibility.of(leaf.reader()).hidden(leaf.reader());
      hidden[leaf.ord] = ofLeaf == null ? new FixedBitSet(leaf.reader().maxDoc()) : ofLeaf;
      groups[leaf.ord] = new long[hidden[leaf.ord].cardinality()];
      count += groups[leaf.ord].length;
      readGroups(leaf);
    }
    return count;
  }

  private void readGroups(LeafReaderContext leaf) throws IOException {
    GroupNumbers numbers = new GroupNumbers(leaf.reader());
    int i = 0;
    FixedBitSet docs = hidden[leaf.ord];
    for (int doc = first(docs); doc != NO_MORE_DOCS; doc = next(docs, doc)) {
      if (!numbers.advance(doc)) {
        throw new IllegalArgumentException(
            "document " + doc + " is hidden and in no group: " + leaf.reader());
      }
      groups[leaf.ord][i++] = numbers.number();
    }
  }

  private void offerVisible(LeafReaderContext leaf, GroupTable table) throws IOException {
    GroupNumbers numbers = new GroupNumbers(leaf.reader());
    Bits live = leaf.reader().getLiveDocs();
    for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
      boolean visible = (live == null || live.get(doc)) && !hidden[leaf.ord].get(doc);
      if (visible && numbers.advance(doc)) {
        table.offer(numbers.number(), leaf.docBase + doc);
      }
    }
  }

  private VersionMap map(GroupTable table) {
    int[][] representatives = new int[docBases.length][];
    for (int ord = 0; ord < docBases.length; ord++) {
      representatives[ord] = resolve(ord, table);
    }
    LeafVersions[] leaves = new LeafVersions[docBases.length];
    for (int ord = 0; ord < docBases.length; ord++) {
      leaves[ord] = new LeafVersions(hidden[ord], representatives[ord]);
    }
    long[] pairs = pairs(leaves, representatives);
    for (long pair : pairs) {
      int representative = (int) (pair >>> 32);
      int ord = ReaderUtil.subIndex(representative, docBases);
      leaves[ord].grouped.set(representative - docBases[ord]);
    }
    for (int ord = 0; ord < docBases.length; ord++) {
      leaves[ord] = leaves[ord].grouped.scanIsEmpty() ? null : leaves[ord];
    }
    return new VersionMap(docBases, leaves, pairs);
  }

  /** The representatives of a segment's hidden documents; those without become visible. */
  private int[] resolve(int ord, GroupTable table) {
    int[] representatives = new int[groups[ord].length];
    FixedBitSet docs = hidden[ord];
    int i = 0;
    int count = 0;
    for (int doc = first(docs); doc != NO_MORE_DOCS; doc = next(docs, doc)) {
      long group = groups[ord][i++];
      table.offer(group, docBases[ord] + doc);
      representatives[count] = table.doc(group);
      if (representatives[count] == docBases[ord] + doc) {
        docs.clear(doc);
      } else {
        count++;
      }
    }
    return Arrays.copyOf(representatives, count);
  }

  private long[] pairs(LeafVersions[] leaves, int[][] representatives) {
    long[] pairs = new long[Arrays.stream(representatives).mapToInt(ofLeaf -> ofLeaf.length).sum()];
    int count = 0;
    for (int ord = 0; ord < leaves.length; ord++) {
      FixedBitSet docs = leaves[ord].hidden;
      int i = 0;
      for (int doc = first(docs); doc != NO_MORE_DOCS; doc = next(docs, doc)) {
        pairs[count++] = ((long) representatives[ord][i++] << 32) | (docBases[ord] + doc);
      }
    }
    Arrays.sort(pairs);
    return pairs;
  }

  private static int first(FixedBitSet docs) {
    return docs.nextSetBit(0); // a segment has at least one document
  }

  private static int next(FixedBitSet docs, int doc) {
    return doc + 1 < docs.length() ? docs.nextSetBit(doc + 1) : NO_MORE_DOCS;
  }
}
