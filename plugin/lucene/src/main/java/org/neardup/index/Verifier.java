// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.SketchParameters;
import org.neardup.compare.SketchValue;
import org.neardup.compare.SketchedText;
import org.neardup.compare.TextSketcher;
import org.neardup.sketch.ElementSet;
import org.neardup.sketch.SlotPacking;

/**
 * Decides whether two documents are near-duplicates, as {@link Verification} says.
 *
 * <p>Guarded by the lock of {@link GroupTable}.
 */
final class Verifier {
  private static final int CACHED_ELEMENTS = 1 << 21; // 16 MB

  /** Reads the stored text fields of a document of the current view. */
  @FunctionalInterface
  interface StoredText {
    Document of(Entry entry) throws IOException;
  }

  private final ResemblanceRule rule;
  private final int minElements;
  private final SlotPacking packing;
  private final int sureSlots;
  private final TextSketcher sketcher;
  private final StoredText storedText;
  private long textsRead;
  private long comparisons;
  private final ElementCache textsByOrder = new ElementCache(CACHED_ELEMENTS);

  Verifier(CollapseConfig config, TextSketcher sketcher, StoredText storedText) {
    rule = config.verification().rule(config.threshold());
    this.sketcher = sketcher;
    this.storedText = storedText;
    SketchParameters parameters = sketcher.parameters();
    minElements = parameters.minElements();
    packing = parameters.format().packing();
    sureSlots = countSureSlots();
  }

  /** Forgets texts, before order numbers may come to stand for other documents. */
  void forgetTexts() {
    textsByOrder.clear();
  }

  /** The least estimate at which two documents may be near-duplicates. */
  double leastEstimate() {
    return rule.leastEstimate(packing);
  }

  /** The standard error of an estimate near the threshold. */
  double standardError() {
    return rule.standardError(packing);
  }

  double estimate(byte[] value, byte[] other) {
    return SketchValue.resemblance(packing, value, other);
  }

  int differingSlots(byte[] value, byte[] other) {
    comparisons++;
    return packing.slots()
        - packing.agreeing(value, SketchValue.SLOTS_OFFSET, other, SketchValue.SLOTS_OFFSET);
  }

  /**
   * In how many slots two sketches may differ for their texts to be near-duplicates, whatever the
   * texts say; negative if texts always decide.
   */
  int sureSlots() {
    return sureSlots;
  }

  /** A sketch value that has in each slot what most of some have. */
  byte[] mostCommon(List<byte[]> values) {
    return SketchValue.mostCommon(sketcher.parameters().format(), values);
  }

  /** From which resemblance on documents are near-duplicates. */
  double threshold() {
    return rule.threshold();
  }

  /** Whether texts decide where sketches do not. */
  boolean readsTexts() {
    return rule.readsTexts();
  }

  private int countSureSlots() {
    int slots = -1;
    while (slots < packing.slots() && isSure(packing.resemblance(packing.slots() - slots - 1))) {
      slots++;
    }
    return slots;
  }

  private boolean isSure(double estimate) {
    return estimate >= rule.threshold() && !rule.isInDoubt(packing, estimate);
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
    return similarity.resemblance() >= rule.threshold()
        ? Optional.of(similarity)
        : Optional.empty();
  }

  /** Whether it is a near-duplicate of documents with the same text only, if it has a text. */
  boolean isShort(Profile profile) {
    return profile.elementCount() < minElements;
  }

  /** How similar two documents with sketches are. */
  Similarity similarity(Entry a, Entry b) throws IOException {
    comparisons++;
    double estimate = estimate(a.value, b.value);
    if (rule.isInDoubt(packing, estimate)) {
      Optional<ElementSet> elementsOfA = elements(a);
      Optional<ElementSet> elementsOfB = elements(b);
      if (elementsOfA.isPresent() && elementsOfB.isPresent()) {
        return Similarity.counted(elementsOfA.get().resemblance(elementsOfB.get()));
      }
    }
    return Similarity.estimated(estimate, packing.standardError(estimate));
  }

  /** Whether to compare two documents with sketches takes reading the stored text of the second. */
  boolean hasToRead(Entry entry, Entry other) {
    return other.text == null
        && knownElements(other) == null
        && rule.isInDoubt(packing, estimate(entry.value, other.value));
  }

  /** How often two documents were compared so far, by sketches or texts. */
  long comparisons() {
    return comparisons;
  }

  /** How many stored texts were read so far. */
  long textsRead() {
    return textsRead;
  }

  /** The elements of a document's text, if they are remembered; else null. */
  Optional<ElementSet> knownElements(Profile profile) {
    return textsByOrder.get(profile.order);
  }

  /** The elements of a document's text; empty if there is no text to be had. */
  Optional<ElementSet> elements(Entry entry) throws IOException {
    Optional<ElementSet> known = knownElements(entry);
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
    textsRead++;
    SketchedText stored = sketcher.sketch(storedText.of(entry), entry.scope);
    return Arrays.equals(stored.value(), entry.value) ? stored : null;
  }
}
