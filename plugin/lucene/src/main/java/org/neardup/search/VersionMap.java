// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOSupplier;
import org.neardup.internal.record.Marker;

/**
 * Which document each hidden document of an index is hidden behind, and the other way round.
 * Documents are numbers in the whole index.
 *
 * <p>Of recorded groups it is made once for each reader, by a pass over its group numbers, and kept
 * until it is closed: 8 bytes a hidden document, 4 a representative, and five eighths of a byte a
 * document. For any thread, as nobody changes the bits.
 */
final class VersionMap {
  private static final ReaderCache<VersionMap> CACHE = new ReaderCache<>();

  /** Live documents that are hidden. */
  final FixedBitSet hidden;

  /** These and their representatives. */
  final FixedBitSet grouped;

  /** All live documents. */
  final Parts parts;

  private final int[] hiddenBefore; // by word of the bits
  private final int[] representatives; // of the hidden ones, in their order
  private final int[] representativesBefore; // by word of the bits
  private final int[] behind; // hidden documents by representative, then by number
  private final int[] starts; // where those of the n-th representative begin there; and the end
  private final Map<String, Optional<Query>> havingVector = new ConcurrentHashMap<>(); // by field

  /**
   * Takes the arguments over.
   *
   * @param representatives of the hidden documents, in their order
   */
  VersionMap(List<LeafReaderContext> leaves, FixedBitSet hidden, int[] representatives) {
    this.hidden = hidden;
    parts = Parts.of(leaves, visible(leaves), hidden);
    this.representatives = representatives;
    grouped = hidden.clone();
    long[] words = hidden.getBits();
    for (int representative : representatives) {
      grouped.set(representative);
    }
    hiddenBefore = new int[words.length];
    representativesBefore = new int[words.length];
    int hiddenDocs = 0;
    int visibleDocs = 0;
    for (int word = 0; word < words.length; word++) {
      hiddenBefore[word] = hiddenDocs;
      representativesBefore[word] = visibleDocs;
      hiddenDocs += Long.bitCount(words[word]);
      visibleDocs += Long.bitCount(visibleOfGroups(word));
    }
    starts = starts(visibleDocs);
    behind = behind();
  }

  /** The live documents that are not hidden, in bits of the caller's own. */
  FixedBitSet visible(List<LeafReaderContext> leaves) {
    FixedBitSet visible = new FixedBitSet(hidden.length());
    for (LeafReaderContext leaf : leaves) {
      FixedBitSet live = Marker.live(leaf.reader());
      FixedBitSet.orRange(live, 0, visible, leaf.docBase, leaf.reader().maxDoc());
    }
    visible.andNot(hidden);
    return visible;
  }

  /** Representatives, a bit each. */
  private long visibleOfGroups(int word) {
    return grouped.getBits()[word] & ~hidden.getBits()[word];
  }

  private int[] starts(int count) {
    int[] ends = new int[count + 1];
    for (int representative : representatives) {
      ends[group(representative) + 1]++;
    }
    for (int i = 0; i < count; i++) {
      ends[i + 1] += ends[i];
    }
    return ends;
  }

  private int[] behind() {
    int[] sorted = new int[representatives.length];
    int[] next = starts.clone();
    int doc = -1;
    for (int representative : representatives) {
      doc = hidden.nextSetBit(doc + 1);
      sorted[next[group(representative)]++] = doc;
    }
    return sorted;
  }

  /**
   * That of recorded groups.
   *
   * @param reader that shows hidden documents; others are refused
   */
  static VersionMap of(DirectoryReader reader) throws IOException {
    return CACHE.get(
        reader.getReaderCacheHelper(),
        () -> {
          OneVersion.requireAllVersions(reader);
          return new VersionMapBuilder(reader.leaves()).build();
        });
  }

  /** The map of groups, made now: a pass over hidden documents. */
  static VersionMap of(DirectoryReader reader, VersionGroups groups) throws IOException {
    OneVersion.requireAllVersions(reader);
    groups.requireOf(reader);
    FixedBitSet hidden = new FixedBitSet(reader.maxDoc());
    IntStream.Builder representatives = IntStream.builder();
    groups.forEachHidden(
        (doc, representative) -> {
          hidden.set(doc);
          representatives.add(representative);
        });
    return new VersionMap(reader.leaves(), hidden, representatives.build().toArray());
  }

  /** The first of some documents in a range; NO_MORE_DOCS if there is none. */
  static int next(FixedBitSet docs, int from, int end) {
    return from < end ? docs.nextSetBit(from, end) : NO_MORE_DOCS;
  }

  /** The visible document of the group of a document, which may be itself. */
  int representative(int doc) {
    return hidden.get(doc) ? representativeOfHidden(doc) : doc;
  }

  /** The visible document of the group of a hidden one. */
  int representativeOfHidden(int doc) {
    int word = doc >> 6;
    long before = hidden.getBits()[word] & ((1L << doc) - 1);
    return representatives[hiddenBefore[word] + Long.bitCount(before)];
  }

  /** The hidden documents among some whose representative is not among them. */
  UnrepresentedMatches unrepresented(FixedBitSet docs) {
    UnrepresentedMatches unrepresented = new UnrepresentedMatches();
    long[] among = docs.getBits();
    long[] words = hidden.getBits();
    for (int word = 0; word < words.length; word++) { // millions of documents come this way
      long hiddenHere = words[word];
      int before = hiddenBefore[word];
      for (long rest = among[word] & hiddenHere; rest != 0; rest &= rest - 1) {
        long below = Long.lowestOneBit(rest) - 1;
        int representative = representatives[before + Long.bitCount(hiddenHere & below)];
        if ((among[representative >> 6] >>> representative & 1) == 0) {
          unrepresented.add((word << 6) + Long.bitCount(below), representative);
        }
      }
    }
    return unrepresented;
  }

  /** Groups of several documents are numbers here, in the order of their representatives. */
  private int group(int representative) {
    int word = representative >> 6;
    long before = visibleOfGroups(word) & ((1L << representative) - 1);
    return representativesBefore[word] + Long.bitCount(before);
  }

  /** How many documents the group of a representative has, that included. */
  int size(int representative) {
    int group = group(representative);
    return 1 + starts[group + 1] - starts[group];
  }

  /** Gives the hidden documents of the group of a representative, in ascending order. */
  void forEachBehind(int representative, IntConsumer action) {
    int group = group(representative);
    for (int i = starts[group]; i < starts[group + 1]; i++) {
      action.accept(behind[i]);
    }
  }

  /** How many documents of groups of several have lower numbers than one of these. */
  int rank(int doc) {
    int word = doc >> 6;
    long before = grouped.getBits()[word] & ((1L << doc) - 1);
    return hiddenBefore[word] + representativesBefore[word] + Long.bitCount(before);
  }

  /**
   * A query for one document of each group that has a vector in a field, made once; nothing if all
   * documents that have one are looked at.
   *
   * @param field that the reader has, so that no more are kept than there are
   */
  Optional<Query> havingVector(String field, IOSupplier<Optional<Query>> maker) throws IOException {
    Optional<Query> known = havingVector.get(field);
    if (known == null) {
      known = maker.get();
      havingVector.put(field, known);
    }
    return known;
  }

  /** The number of readers of which this is known. */
  static int cached() {
    return CACHE.size();
  }
}
