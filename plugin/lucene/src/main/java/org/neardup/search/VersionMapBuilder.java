// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.internal.record.GroupReader;

/**
 * Makes the map of versions of a reader. If another writer deleted the representative of a group,
 * the first hidden document of the group counts as visible, so that nothing is lost.
 */
final class VersionMapBuilder {
  private final List<LeafReaderContext> leaves;
  private final FixedBitSet hidden;

  VersionMapBuilder(List<LeafReaderContext> leaves) {
    this.leaves = leaves;
    int maxDoc = leaves.stream().mapToInt(leaf -> leaf.reader().maxDoc()).sum();
    hidden = new FixedBitSet(maxDoc);
  }

  VersionMap build() throws IOException {
    for (LeafReaderContext leaf : leaves) {
      FixedBitSet ofLeaf = LeafVisibility.of(leaf.reader()).hidden(leaf.reader());
      if (ofLeaf != null) {
        FixedBitSet.orRange(ofLeaf, 0, hidden, leaf.docBase, leaf.reader().maxDoc());
      }
    }
    long[] groups = new long[hidden.cardinality()];
    if (groups.length == 0) {
      return new VersionMap(leaves, hidden, new int[0]);
    }
    RepresentativeTable table = new RepresentativeTable(groups.length);
    readGroups(groups);
    Arrays.stream(groups).forEach(table::await);
    for (LeafReaderContext leaf : leaves) {
      offerVisible(leaf, table);
    }
    int[] representatives = resolve(groups, table);
    return new VersionMap(leaves, hidden, representatives);
  }

  private void readGroups(long[] groups) throws IOException {
    int i = 0;
    for (LeafReaderContext leaf : leaves) {
      GroupReader groupReader = GroupReader.asShown(leaf.reader());
      int end = leaf.docBase + leaf.reader().maxDoc();
      for (int doc = next(leaf.docBase, end); doc != NO_MORE_DOCS; doc = next(doc + 1, end)) {
        if (!groupReader.advance(doc - leaf.docBase)) {
          throw new IllegalArgumentException(
              "document " + doc + " is hidden and in no group: " + leaf.reader());
        }
        groups[i++] = groupReader.group();
      }
    }
  }

  private int next(int from, int end) {
    return VersionMap.next(hidden, from, end);
  }

  private void offerVisible(LeafReaderContext leaf, RepresentativeTable table) throws IOException {
    GroupReader groupReader = GroupReader.asShown(leaf.reader());
    Bits live = leaf.reader().getLiveDocs();
    for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
      boolean visible = (live == null || live.get(doc)) && !hidden.get(leaf.docBase + doc);
      if (visible && groupReader.advance(doc)) {
        table.offer(groupReader.group(), leaf.docBase + doc);
      }
    }
  }

  /** The representatives of the hidden documents; those without become visible. */
  private int[] resolve(long[] groups, RepresentativeTable table) {
    int[] representatives = new int[groups.length];
    int count = 0;
    int doc = -1;
    for (long group : groups) {
      doc = hidden.nextSetBit(doc + 1);
      table.offer(group, doc);
      representatives[count] = table.doc(group);
      if (representatives[count] == doc) {
        hidden.clear(doc);
      } else {
        count++;
      }
    }
    return Arrays.copyOf(representatives, count);
  }
}
