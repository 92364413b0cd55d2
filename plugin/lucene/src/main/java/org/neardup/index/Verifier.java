// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.neardup.codec.SketchParameters;
import org.neardup.codec.SketchValue;
import org.neardup.sketch.ElementSet;
import org.neardup.sketch.SlotPacking;

/**
 * Decides whether two documents are near-duplicates: by their sketches where those are sure, by the
 * exact resemblance of their texts where the estimate is so near the threshold that it would toss a
 * coin. Where a text is to be had neither from memory nor from stored fields the estimate decides.
 *
 * <p>Guarded by the lock of {@link GroupTable}.
 */
final class Verifier {
  /** Standard errors from the threshold at which an estimate is as good as certain. */
  private static final double SURE = 2.5;

  private static final int CACHED_TEXTS = 64;

  /** Reads the stored text fields of a document of the current view. */
  @FunctionalInterface
  interface StoredText {
    Document of(Entry entry) throws IOException;
  }

  private final double threshold;
  private final double margin;
  private final int minElements;
  private final SlotPacking packing;
  private final Preparer preparer;
  private final StoredText storedText;
  private final Map<Long, Optional<ElementSet>> textsByOrder =
      new LinkedHashMap<>(16, .75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Optional<ElementSet>> eldest) {
          return size() > CACHED_TEXTS;
        }
      };

  Verifier(
      double threshold, SketchParameters parameters, Preparer preparer, StoredText storedText) {
    this.threshold = threshold;
    this.preparer = preparer;
    this.storedText = storedText;
    minElements = parameters.minElements();
    packing = parameters.format().packing();
    // At a threshold of 1 the formula gives no error at all, but sketches that agree do err.
    double certain = 1 - SURE / packing.slots();
    margin = SURE * packing.standardError(Math.min(threshold, certain));
  }

  /** The least estimate at which two documents may be near-duplicates. */
  double leastEstimate() {
    return threshold - margin;
  }

  double estimate(byte[] value, byte[] other) {
    return packing.resemblance(
        packing.agreeing(value, SketchValue.SLOTS_OFFSET, other, SketchValue.SLOTS_OFFSET));
  }

  /** How similar two near-duplicates are; empty if the two are no near-duplicates. */
  Optional<Similarity> match(Entry a, Entry b) throws IOException {
    if (a.value == null || b.value == null) {
      return Optional.empty();
    }
    if (a.hasSameText(b)) {
      return Optional.of(Similarity.IDENTICAL);
    }
    if (isShort(a) || isShort(b)) {
      return Optional.empty();
    }
    Similarity similarity = similarity(a, b);
    return similarity.resemblance() >= threshold ? Optional.of(similarity) : Optional.empty();
  }

  private boolean isShort(Entry entry) {
    return SketchValue.elements(entry.value, 0) < minElements;
  }

  private Similarity similarity(Entry a, Entry b) throws IOException {
    double estimate = estimate(a.value, b.value);
    if (Math.abs(estimate - threshold) <= margin) {
      Optional<ElementSet> elementsOfA = elements(a);
      Optional<ElementSet> elementsOfB = elements(b);
      if (elementsOfA.isPresent() && elementsOfB.isPresent()) {
        return new Similarity(elementsOfA.get().resemblance(elementsOfB.get()), 0);
      }
    }
    return new Similarity(estimate, packing.standardError(estimate));
  }

  private Optional<ElementSet> elements(Entry entry) throws IOException {
    Optional<ElementSet> known = textsByOrder.get(entry.order);
    if (known == null) {
      known =
          Optional.ofNullable(entry.text != null ? entry.text : stored(entry))
              .map(SketchedText::elementSet);
      textsByOrder.put(entry.order, known);
    }
    return known;
  }

  /** The text as stored, if that is the whole text: it is when its sketch is the same. */
  private SketchedText stored(Entry entry) throws IOException {
    SketchedText stored = preparer.sketch(storedText.of(entry));
    return Arrays.equals(stored.value(), entry.value) ? stored : null;
  }
}
