// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.ReaderUtil;

/**
 * Which document every hidden one of an index is hidden behind, and the other way round. Documents
 * are numbers in the whole index.
 *
 * <p>Made once a reader, by a pass over its group numbers, and kept until it is closed: 12 bytes a
 * hidden document, and one byte a document at most. For any thread.
 */
final class VersionMap {
  private static final ReaderCache<VersionMap> CACHE = new ReaderCache<>();

  private final int[] docBases;
  private final LeafVersions[] leaves; // null if no document is hidden

  /** A representative in the upper half, one it hides in the lower; ascending. */
  private final long[] pairs;

  VersionMap(int[] docBases, LeafVersions[] leaves, long[] pairs) {
    this.docBases = docBases;
    this.leaves = leaves;
    this.pairs = pairs;
  }

  static VersionMap of(DirectoryReader reader) throws IOException {
    IndexReader.CacheHelper key = reader.getReaderCacheHelper();
    return CACHE.get(key, () -> new VersionMapBuilder(reader).build());
  }

  /** The versions of a segment; null if none of its documents is in a group with others. */
  LeafVersions leaf(int ord) {
    return leaves == null ? null : leaves[ord];
  }

  int docBase(int ord) {
    return docBases[ord];
  }

  /** The segment that a document is in. */
  int ord(int doc) {
    return ReaderUtil.subIndex(doc, docBases);
  }

  /** The visible document of the group of a document, which may be itself. */
  int representative(int doc) {
    int ord = ord(doc);
    LeafVersions leaf = leaf(ord);
    int inLeaf = doc - docBases[ord];
    return leaf != null && leaf.hidden.get(inLeaf) ? leaf.representative(inLeaf) : doc;
  }

  /** The documents that a representative hides, ascending. */
  int[] hiddenBehind(int representative) {
    return Arrays.stream(pairs, start(representative), start(representative + 1))
        .mapToInt(pair -> (int) pair)
        .toArray();
  }

  private int start(int representative) {
    int found = Arrays.binarySearch(pairs, (long) representative << 32); // or would be: pairs with
    return found < 0 ? -1 - found : found; // document 0 may be there
  }

  /** The number of readers of which this is known. */
  static int cached() {
    return CACHE.size();
  }
}
