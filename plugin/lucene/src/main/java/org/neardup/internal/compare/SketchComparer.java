// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.compare;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.StringHelper;
import org.neardup.compare.Resemblance;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.ResemblanceRule.Basis;
import org.neardup.internal.sketch.Hashing;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.internal.sketch.SlotPacking;

/**
 * Compares sketches and decides which two documents are near-duplicates. The rule, the first part
 * that applies: an empty text is no near-duplicate of any, the same text is one, a short text is
 * one of the same text only; else the estimated resemblance decides, or where it is in doubt, the
 * one counted in the texts, if both are available. Near-duplicates with different keys of a guard
 * are none. Documents of different scopes have no elements in common.
 *
 * <p>A sketch is a {@link SketchValue} of one format that begins at byte 0 of an array, null if the
 * text is empty; the format is not checked. Immutable; safe for threads. Only {@link #decision},
 * {@link #resemblance}, {@link #estimated} and {@link #shownScore} allocate.
 */
public final class SketchComparer {
  /** Standard errors of an estimate that no rule doubts. */
  private static final double CERTAIN_ERRORS = 4;

  private final SketchFormat format;
  private final SlotPacking packing;
  private final int minElements;
  private final int guards;
  private final int unguardedLength; // bytes of a sketch before the keys of guards
  private final ResemblanceRule rule;
  private final int sureSlots;

  /** Compares sketches with these parameters by a rule. */
  public SketchComparer(SketchParameters parameters, ResemblanceRule rule) {
    format = parameters.format();
    packing = format.packing();
    minElements = parameters.minElements();
    guards = parameters.guards().size();
    unguardedLength = SketchValue.length(format);
    this.rule = rule;
    int slots = -1;
    while (slots < packing.slots() && isSure(estimate(slots + 1))) {
      slots++;
    }
    sureSlots = slots;
  }

  private boolean isSure(double estimate) {
    return rule.isNear(estimate) && !isInDoubt(estimate);
  }

  private double estimate(int differingSlots) {
    return packing.resemblance(packing.slots() - differingSlots);
  }

  /** The least resemblance of near-duplicates. */
  public double threshold() {
    return rule.threshold();
  }

  /** The least estimate at which two documents may be near-duplicates. */
  public double leastEstimate() {
    return rule.leastEstimate(packing);
  }

  /** The least estimate of two texts whose resemblance by the rule may be at least this. */
  public double leastEstimate(double resemblance) {
    return readsTexts() ? resemblance - CERTAIN_ERRORS * standardError() : resemblance;
  }

  /** The standard error of an estimate near the threshold. */
  public double standardError() {
    return rule.standardError(packing);
  }

  /** Whether all elements of a text must stand in the one that it goes behind. */
  public boolean isLossless() {
    return rule.isLossless();
  }

  /** Whether there are estimates that leave it to the texts. */
  public boolean readsTexts() {
    return rule.readsTexts();
  }

  /** Whether an estimate leaves it to the texts, if both are available. */
  public boolean isInDoubt(double estimate) {
    return rule.isInDoubt(packing, estimate);
  }

  /**
   * In how many slots two sketches may differ for their texts to be near-duplicates, whatever the
   * texts say; negative if texts always decide.
   */
  public int sureSlots() {
    return sureSlots;
  }

  /** In how many slots two sketches may differ for an estimate of at least this, at most 1. */
  public int mostDifferingSlots(double estimate) {
    int slots = 0;
    while (slots < packing.slots() - 1 && estimate(slots + 1) >= estimate) {
      slots++;
    }
    return slots;
  }

  /** Whether a text is a near-duplicate of the same text only, or of none if it is empty. */
  public boolean isShort(byte[] sketch) {
    return sketch == null || SketchValue.elements(sketch, 0) < minElements;
  }

  /** Whether two texts are the same for searches and for the guards, and not empty. */
  public boolean haveSameText(byte[] a, byte[] b) {
    return a != null && Arrays.equals(a, b);
  }

  /** Whether two sketches, neither null, have the same keys of guards. */
  public boolean areAgreed(byte[] a, byte[] b) {
    int from = unguardedLength;
    return guards == 0 || Arrays.equals(a, from, a.length, b, from, b.length);
  }

  private boolean areAgreed(byte[] sketch, BytesRef other) {
    int from = other.offset + unguardedLength;
    int end = other.offset + other.length;
    return Arrays.equals(sketch, unguardedLength, sketch.length, other.bytes, from, end);
  }

  /** The numbers of the guards that part two sketches, neither null. */
  public List<Integer> parting(byte[] a, byte[] b) {
    return IntStream.range(0, guards)
        .filter(
            guard ->
                SketchValue.guardKey(format, a, 0, guard)
                    != SketchValue.guardKey(format, b, 0, guard))
        .boxed()
        .toList();
  }

  /** Whether two texts are the same for searches, whatever the guards say; neither is null. */
  private boolean haveSameTokens(byte[] a, byte[] b) {
    return Arrays.equals(a, Long.BYTES, unguardedLength, b, Long.BYTES, unguardedLength)
        && unguardedHash(a) == unguardedHash(b);
  }

  private long unguardedHash(byte[] sketch) {
    return SketchValue.textHash(sketch, 0) ^ SketchValue.guardHash(format, sketch, 0, guards);
  }

  /** A hash of a text, whatever the guards say; 0 of one that is empty, or has a damaged sketch. */
  public long text(byte[] sketch) {
    if (sketch == null || sketch.length != unguardedLength + Long.BYTES * guards) {
      return 0;
    }
    // The sketch is hashed, too, so that two texts must collide in both to be confused.
    int rest = unguardedLength - Long.BYTES;
    return Hashing.combine(
        unguardedHash(sketch), StringHelper.murmurhash3_x86_32(sketch, Long.BYTES, rest, 0));
  }

  /** The number of slots in which two sketches agree; neither is null. */
  public int agreeingSlots(byte[] a, byte[] b) {
    return SketchValue.agreeing(packing, a, b, 0);
  }

  /** The number of slots in which two sketches differ; neither is null. */
  public int differingSlots(byte[] a, byte[] b) {
    return packing.slots() - agreeingSlots(a, b);
  }

  /** Whether two sketches, neither null, agree in all slots of one of the first bands. */
  public boolean shareBand(byte[] a, byte[] b, int rows, int bands) {
    int offset = SketchValue.SLOTS_OFFSET;
    return packing.nextAgreeingRun(a, offset, b, offset, rows, 0, bands) >= 0;
  }

  /** What decides of {@link #estimated}, without allocation. */
  public double estimate(byte[] a, byte[] b) {
    return packing.resemblance(agreeingSlots(a, b));
  }

  /**
   * How much a text resembles another by the rule, without looking at the texts: 1 if they are the
   * same, else 0 if one is short or empty or a guard parts them, else as the slots estimate.
   *
   * @param other null if its text is empty
   */
  public double score(byte[] sketch, BytesRef other) {
    if (sketch == null || other == null) {
      return 0;
    }
    if (haveSameText(sketch, other)) {
      return 1;
    }
    return isShort(sketch)
            || SketchValue.elements(other.bytes, other.offset) < minElements
            || (guards > 0 && !areAgreed(sketch, other))
        ? 0
        : packing.resemblance(SketchValue.agreeing(packing, sketch, other.bytes, other.offset));
  }

  /**
   * A {@link #score} to show: in its order, but 1 only of the same text.
   *
   * @param score of these two
   */
  public double shownScore(double score, byte[] sketch, BytesRef other) {
    return score < 1 || haveSameText(sketch, other) ? score : packing.estimate(score).value();
  }

  private static boolean haveSameText(byte[] sketch, BytesRef other) {
    int end = other.offset + other.length;
    return Arrays.equals(sketch, 0, sketch.length, other.bytes, other.offset, end);
  }

  /** Whether a resemblance, counted or estimated, is that of near-duplicates. */
  public boolean isNear(double resemblance) {
    return rule.isNear(resemblance);
  }

  /**
   * Decides.
   *
   * @param counted what the texts say, empty unless both are available; called only where the
   *     estimate is in doubt
   */
  public RuleDecision decision(byte[] a, byte[] b, IOSupplier<Optional<Resemblance>> counted)
      throws IOException {
    return decision(a, b, counted, Optional::empty);
  }

  /**
   * The same for a text a that is to go behind another one, b.
   *
   * @param contained how much of a is in b, empty unless both texts are available; called only if
   *     the rule is lossless
   */
  public RuleDecision decision(
      byte[] a,
      byte[] b,
      IOSupplier<Optional<Resemblance>> counted,
      IOSupplier<Optional<Double>> contained)
      throws IOException {
    if (a == null || b == null) {
      return new RuleDecision(false, Basis.EMPTY_TEXT, null);
    } else if (haveSameText(a, b)) {
      return new RuleDecision(true, Basis.SAME_TEXT, Resemblance.IDENTICAL);
    } else if (guards > 0 && haveSameTokens(a, b)) {
      return new RuleDecision(false, Basis.GUARD, Resemblance.IDENTICAL);
    } else if (isShort(a) || isShort(b)) {
      return new RuleDecision(false, Basis.SHORT_TEXT, estimated(a, b));
    }
    Resemblance resemblance = resemblance(a, b, counted);
    boolean isNear = isNear(resemblance.decisive());
    if (isNear && (!areAgreed(a, b) || (rule.isLossless() && contained.get().orElse(0.0) < 1))) {
      return new RuleDecision(false, Basis.GUARD, resemblance);
    }
    Basis basis = resemblance.isCounted() ? Basis.EXACT : Basis.ESTIMATE;
    return new RuleDecision(isNear, basis, resemblance);
  }

  /**
   * How much two texts resemble each other, be they short or not: estimated, or counted where the
   * estimate is in doubt.
   *
   * @param counted as for {@link #decision}
   */
  public Resemblance resemblance(byte[] a, byte[] b, IOSupplier<Optional<Resemblance>> counted)
      throws IOException {
    if (haveSameText(a, b)) {
      return Resemblance.IDENTICAL;
    }
    double estimate = estimate(a, b);
    Optional<Resemblance> known = isInDoubt(estimate) ? counted.get() : Optional.empty();
    return known.isPresent() ? known.get() : Resemblance.estimated(estimate, packing);
  }

  /**
   * Whether two texts, neither empty, are near-duplicates, or are none, by every rule with this
   * threshold, whether or not texts are available. For a comparer by {@link ResemblanceRule#exact}.
   *
   * @param areNear which of the two is asked; what is neither may have been decided either way
   * @param counted as for {@link #decision}
   */
  public boolean isCertain(
      boolean areNear, byte[] a, byte[] b, IOSupplier<Optional<Resemblance>> counted)
      throws IOException {
    boolean isSame = haveSameText(a, b);
    if (isSame || isShort(a) || isShort(b) || !areAgreed(a, b)) {
      return isSame == areNear;
    }
    if (isNear(estimate(a, b)) != areNear) {
      return false;
    }
    Resemblance resemblance = resemblance(a, b, counted);
    double margin = resemblance.isCounted() ? 0 : CERTAIN_ERRORS * standardError();
    return areNear
        ? resemblance.decisive() >= threshold() + margin
        : resemblance.decisive() < threshold() - margin;
  }

  /** The resemblance that two sketches alone tell, without the rule; neither is null. */
  public Resemblance estimated(byte[] a, byte[] b) {
    return haveSameText(a, b)
        ? Resemblance.IDENTICAL
        : Resemblance.estimated(estimate(a, b), packing);
  }
}
