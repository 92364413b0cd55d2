// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.codec.BandLookUp;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.group.BandKeys;

/**
 * Finds the documents of all segments that share a key with one, and compares sketches. For one
 * thread.
 */
final class NeighbourReader {
  private final int window;
  private final int[] starts; // the first document of each segment
  private final List<FixedBitSet> live;
  private final SketchReader[] sketches; // by segment, null: it has none
  private final List<SketchReader> readers = new ArrayList<>(); // of these the ones there are
  private final SketchParameters parameters;
  private final SketchComparer comparer;
  private final long withoutBands; // documents of segments that have none
  private byte[] sketch;
  private BandLookUp lookUp;
  private int[] found = new int[64];
  private int count;

  /** Documents that resemble one and share a short key with it, and whether it has long keys. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record NearDocs(int[] docs, boolean hasLongKeys) {}

  /**
   * Opens the sketches of all segments.
   *
   * @param live by segment: the documents to find
   * @param window documents that may be under a key before it counts as long
   * @throws IllegalArgumentException if they cannot be compared with each other
   */
  NeighbourReader(
      List<LeafReaderContext> leaves,
      List<FixedBitSet> live,
      String field,
      double threshold,
      int window)
      throws IOException {
    starts = leaves.stream().mapToInt(leaf -> leaf.docBase).toArray();
    this.live = live;
    this.window = window;
    sketches = new SketchReader[leaves.size()];
    SketchParameters first = null;
    long unbanded = 0;
    for (int i = 0; i < sketches.length; i++) {
      sketches[i] = SketchReader.of(leaves.get(i), field);
      if (sketches[i] != null) {
        readers.add(sketches[i]);
        first = first == null ? sketches[i].parameters() : first;
        first.requireSame(sketches[i].parameters());
        unbanded += sketches[i].hasBands() ? 0 : leaves.get(i).reader().maxDoc();
      }
    }
    parameters = first;
    withoutBands = unbanded;
    comparer = first == null ? null : new SketchComparer(first, ResemblanceRule.sketch(threshold));
  }

  /** Turns to a document as far as {@link #score} needs it. */
  void readSketch(int doc) throws IOException {
    sketch = sketch(doc);
  }

  /** Turns to a document with a sketch, which need not be live. */
  void moveTo(int doc) throws IOException {
    readSketch(doc);
    lookUp = BandLookUp.candidates(new BandKeys(parameters, sketch), Integer.MAX_VALUE);
    SketchReader.readAhead(lookUp, readers);
  }

  /** How many keys the document has. */
  int keyCount() {
    return lookUp.keys().length;
  }

  /** One of them. */
  long key(int number) {
    return lookUp.keys()[number];
  }

  /** Whether so many documents may be under a key that not all are looked at. */
  boolean isLong(int number) {
    return lookUp.mostUnder(number) + withoutBands > window;
  }

  /**
   * Finds the live documents under the keys that are not long, each once, in ascending order; the
   * document itself is among them, if it is live.
   */
  int[] findUnderShortKeys() throws IOException {
    find(key -> !isLong(key));
    return Arrays.copyOf(found, count);
  }

  /**
   * Turns to a document, and finds those under its short keys that resemble it.
   *
   * @param isConsidered which of them to compare
   */
  NearDocs findNear(int doc, IntPredicate isConsidered) throws IOException {
    moveTo(doc);
    find(key -> !isLong(key));
    int near = 0;
    for (int i = 0; i < count; i++) {
      int other = found[i];
      if (other != doc && isConsidered.test(other) && isNear(score(other))) {
        found[near++] = other;
      }
    }
    boolean hasLongKeys = IntStream.range(0, keyCount()).anyMatch(this::isLong);
    return new NearDocs(Arrays.copyOf(found, near), hasLongKeys);
  }

  /** The same under one key. */
  int[] findUnder(int number) throws IOException {
    find(key -> key == number);
    return Arrays.copyOf(found, count);
  }

  private void find(IntPredicate wanted) throws IOException {
    count = 0;
    for (int i = 0; i < sketches.length; i++) {
      if (sketches[i] != null) {
        FixedBitSet liveDocs = live.get(i);
        int start = starts[i];
        sketches[i].forEachUnder(
            lookUp,
            wanted,
            (key, doc) -> {
              if (liveDocs.get(doc)) {
                found = ArrayUtil.grow(found, count + 1);
                found[count++] = start + doc;
              }
            });
      }
    }
    Arrays.sort(found, 0, count);
    int unique = 0;
    for (int i = 0; i < count; i++) {
      if (unique == 0 || found[unique - 1] != found[i]) {
        found[unique++] = found[i];
      }
    }
    count = unique;
  }

  /** How much a document resembles this one, by the rule. */
  double score(int doc) throws IOException {
    return score(sketch, doc);
  }

  /** How much a document resembles one of another sketch, by the rule. */
  double score(byte[] other, int doc) throws IOException {
    int segment = ReaderUtil.subIndex(doc, starts);
    return comparer.score(other, sketches[segment].value(doc - starts[segment]));
  }

  /** The sketch of a document, in an array of the caller's. */
  byte[] sketch(int doc) throws IOException {
    int segment = ReaderUtil.subIndex(doc, starts);
    return sketches[segment].copy(doc - starts[segment]);
  }

  boolean isNear(double score) {
    return comparer.isNear(score);
  }
}
