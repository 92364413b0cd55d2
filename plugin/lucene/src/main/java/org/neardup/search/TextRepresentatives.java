// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.function.IntPredicate;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.record.RecordReader;
import org.neardup.internal.sketch.Hashing;

/**
 * Which documents of a group have the same terms. A query of the text fields alone finds all of
 * these or none, with the same score, so it is enough to look at the first of each text: the
 * representative for its own text, the document with the lowest number for any other. Usually most
 * hidden documents need not be looked at.
 *
 * <p>Made once a reader, for the first such query, by a pass over the sketches of all groups, and
 * kept until it is closed: one bit a document and 8 bytes a document of a group. For any thread.
 */
final class TextRepresentatives {
  private static final ReaderCache<TextRepresentatives> CACHE = new ReaderCache<>();

  private final VersionMap versions;
  private final int[] first; // of the text of the n-th document of all groups
  private final int[] others; // how many more have its text, if it is the first; else 0
  private final Parts parts;

  private TextRepresentatives(DirectoryReader reader, VersionMap versions) throws IOException {
    this.versions = versions;
    first = new int[versions.grouped.cardinality()];
    others = new int[first.length];
    RepresentativeTable table = new RepresentativeTable(first.length);
    find(reader, false, table); // representatives come first, wherever they are
    find(reader, true, table);
    FixedBitSet hiddenFirsts = new FixedBitSet(reader.maxDoc());
    for (int doc : first) {
      if (versions.hidden.get(doc)) {
        hiddenFirsts.set(doc);
      }
    }
    parts = Parts.of(reader.leaves(), versions.visible(reader.leaves()), hiddenFirsts);
  }

  static TextRepresentatives of(DirectoryReader reader, VersionMap versions) throws IOException {
    return CACHE.get(
        reader.getReaderCacheHelper(), () -> new TextRepresentatives(reader, versions));
  }

  private void find(DirectoryReader reader, boolean hidden, RepresentativeTable table)
      throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      RecordReader records = new RecordReader(leaf.reader());
      int end = leaf.docBase + leaf.reader().maxDoc();
      for (int doc = next(leaf.docBase, end); doc != NO_MORE_DOCS; doc = next(doc + 1, end)) {
        if (versions.hidden.get(doc) == hidden) {
          BytesRef sketch = records.tellingSketch(doc - leaf.docBase);
          int found = sketch == null ? doc : first(doc, sketch, table);
          first[versions.rank(doc)] = found;
          others[versions.rank(found)] += found == doc ? 0 : 1;
        }
      }
    }
  }

  private int first(int doc, BytesRef sketch, RepresentativeTable table) {
    long text = SketchValue.textHash(sketch.bytes, sketch.offset);
    long textOfGroup = Hashing.combine(versions.representative(doc), text);
    table.await(textOfGroup);
    table.offer(textOfGroup, doc);
    return table.doc(textOfGroup);
  }

  private int next(int from, int end) {
    return VersionMap.next(versions.grouped, from, end);
  }

  /** The visible documents, and the hidden ones that are the first of a text. */
  Parts parts() {
    return parts;
  }

  /** How many more documents of the group have the text of a first document, by its rank. */
  int others(int rank) {
    return others[rank];
  }

  /**
   * The hidden documents of some groups whose text was seen.
   *
   * @param representatives of the groups, whose own texts were not
   * @param seen whether the first document of a text was
   */
  UnrepresentedMatches all(int[] representatives, IntPredicate seen) {
    UnrepresentedMatches all = new UnrepresentedMatches();
    for (int representative : representatives) {
      versions.forEachBehind(
          representative,
          doc -> {
            if (seen.test(first[versions.rank(doc)])) {
              all.add(doc, representative);
            }
          });
    }
    all.sort();
    return all;
  }
}
