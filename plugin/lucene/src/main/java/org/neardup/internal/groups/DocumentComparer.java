// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.lucene.document.Document;
import org.apache.lucene.util.IOFunction;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.compare.Resemblance;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.compare.RuleDecision;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.compare.Verdicts;
import org.neardup.internal.sketch.ElementSet;

/**
 * Compares documents by their sketches and, where these leave doubt, by their texts, from memory or
 * from stored fields. Keeps the elements asked for last, as the texts of a group are compared with
 * each of its representatives. For one thread at a time.
 */
public final class DocumentComparer {
  /** Nearer than sketches that agree in all slots. */
  static final int COPY = -1;

  /** Further than any. */
  static final int UNKNOWN = Integer.MAX_VALUE;

  private static final int CACHED_ELEMENTS = 1 << 21; // 16 MB
  private static final int OWN_ELEMENTS = 20; // about what a document takes besides

  private final SketchComparer sketches;
  private final TextSketcher sketcher;
  private final Verdicts verdicts;
  private final IOFunction<LiveDocument, Document> storedText;
  private final Lru<Long, Optional<ElementSet>> byOrder =
      new Lru<>(
          CACHED_ELEMENTS, (order, text) -> OWN_ELEMENTS + text.map(ElementSet::size).orElse(0));
  private long comparisons;
  private long readCount;

  /**
   * Compares by a rule, and by what verdicts say until then.
   *
   * @param storedText reads the stored text fields of a document
   */
  public DocumentComparer(
      SketchComparer sketches,
      TextSketcher sketcher,
      Verdicts verdicts,
      IOFunction<LiveDocument, Document> storedText) {
    this.sketches = sketches;
    this.sketcher = sketcher;
    this.verdicts = verdicts;
    this.storedText = storedText;
  }

  public SketchComparer sketches() {
    return sketches;
  }

  Verdicts verdicts() {
    return verdicts;
  }

  /** How often two documents were compared so far, by sketches or texts. */
  long comparisons() {
    return comparisons;
  }

  /** How many stored texts were read so far. */
  long readCount() {
    return readCount;
  }

  /** Forgets texts, before order numbers may come to stand for other documents. */
  void forgetTexts() {
    byOrder.clear();
  }

  /** Whether a document may go behind another. */
  public RuleDecision decision(LiveDocument variant, LiveDocument representative)
      throws IOException {
    comparisons++;
    RuleDecision byRule =
        sketches.decision(
            variant.value,
            representative.value,
            () -> counted(variant, representative),
            () -> containment(variant, representative));
    return byRule.unless(said(variant, representative));
  }

  /** What a verdict says of two documents; null for nothing. */
  public Kind said(LiveDocument a, LiveDocument b) {
    return verdicts.said(a.id, b.id) == null || a.scope != b.scope
        ? null
        : verdicts.said(a.id, sketches.text(a.value), b.id, sketches.text(b.value));
  }

  /** Whether there is a verdict on a document and any other one, be it there or not. */
  boolean isJudged(RankedDocument document) {
    return !verdicts.partners(document.id).isEmpty();
  }

  public boolean isNear(LiveDocument variant, LiveDocument representative) throws IOException {
    return decision(variant, representative).isNear();
  }

  /**
   * How far a document is from a sketch: {@link #COPY}, or in how many slots they differ; but
   * {@link #UNKNOWN} where sketches do not tell what it is a near-duplicate of: verdicts are on it,
   * one of both is short, or a guard parts them.
   *
   * @param sketch null if there is no text
   */
  int distance(RankedDocument document, byte[] sketch) {
    if (isJudged(document)) {
      return UNKNOWN;
    } else if (sketches.haveSameText(document.value, sketch)) {
      return COPY;
    } else if (sketches.isShort(document.value)
        || sketches.isShort(sketch)
        || !sketches.areAgreed(document.value, sketch)) {
      return UNKNOWN;
    }
    comparisons++;
    return sketches.differingSlots(document.value, sketch);
  }

  /** The resemblance of two texts; empty unless both are available. */
  public Optional<Resemblance> counted(LiveDocument a, LiveDocument b) throws IOException {
    return ofBoth(a, b, (one, other) -> Resemblance.counted(one.resemblance(other)));
  }

  /** How much of one text is in another; empty unless both are available. */
  public Optional<Double> containment(LiveDocument a, LiveDocument b) throws IOException {
    return ofBoth(a, b, ElementSet::containment);
  }

  private <T> Optional<T> ofBoth(
      LiveDocument a, LiveDocument b, BiFunction<ElementSet, ElementSet, T> measure)
      throws IOException {
    Optional<ElementSet> elementsOfA = elements(a);
    Optional<ElementSet> elementsOfB = elements(b);
    return elementsOfA.flatMap(one -> elementsOfB.map(other -> measure.apply(one, other)));
  }

  /** Whether to compare two documents with sketches takes reading the stored text of the second. */
  boolean hasToRead(LiveDocument document, LiveDocument other) {
    double estimate = sketches.estimate(document.value, other.value);
    return other.text == null
        && known(other) == null
        && (sketches.isInDoubt(estimate) || (sketches.isLossless() && sketches.isNear(estimate)));
  }

  /**
   * The elements of a document, if they are in memory; empty if it is known that they are not
   * available; otherwise null.
   */
  Optional<ElementSet> known(RankedDocument document) {
    return byOrder.get(document.order);
  }

  /** The elements of a document; empty if they are not available. */
  Optional<ElementSet> elements(LiveDocument document) throws IOException {
    Optional<ElementSet> known = known(document);
    if (known == null) {
      known = text(document).map(SketchedText::elementSet);
      byOrder.put(document.order, known);
    }
    return known;
  }

  /** The text of a document, which is read if it is not in memory; empty if it is not available. */
  Optional<SketchedText> text(LiveDocument document) throws IOException {
    return Optional.ofNullable(document.text != null ? document.text : stored(document));
  }

  /** The text as stored, if that is the whole text: it is when its sketch is the same. */
  private SketchedText stored(LiveDocument document) throws IOException {
    readCount++;
    SketchedText stored = sketcher.sketch(storedText.apply(document), document.scope);
    return Arrays.equals(stored.value(), document.value) ? stored : null;
  }
}
