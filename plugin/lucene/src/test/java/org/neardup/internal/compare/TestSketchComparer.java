// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.Overlap;
import org.neardup.compare.Resemblance;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.ResemblanceRule.Basis;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.internal.sketch.SlotPacking;
import org.neardup.sketch.Bands;

public class TestSketchComparer extends LuceneTestCase {
  private static final int SLOTS = 128;
  private static final int MIN_ELEMENTS = 8;
  private static final SketchFormat FORMAT = new SketchFormat("test-v1", SLOTS, 8, 42, "tests");
  private static final SketchParameters PARAMETERS =
      new SketchParameters(FORMAT, new Bands(21, 6), MIN_ELEMENTS);
  private static final SlotPacking PACKING = FORMAT.packing();

  private ResemblanceRule rule;
  private SketchComparer comparer;
  private SketchComparer exact;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    double threshold = random().nextInt(4) == 0 ? 1 : (1 + random().nextInt(100)) / 100.0;
    rule = rules(threshold).get(random().nextInt(3));
    comparer = new SketchComparer(PARAMETERS, rule);
    exact = new SketchComparer(PARAMETERS, ResemblanceRule.exact(threshold));
  }

  private static List<ResemblanceRule> rules(double threshold) {
    return List.of(
        ResemblanceRule.auto(threshold),
        ResemblanceRule.sketch(threshold),
        ResemblanceRule.exact(threshold));
  }

  private static long[] randomSlots() {
    return random().longs(SLOTS).toArray();
  }

  private static byte[] sketch(int elements, long[] slots) {
    return SketchValue.encode(FORMAT, random().nextLong(), elements, slots);
  }

  /** Two sketches that differ in some slots; now and then the same, short, or null. */
  private static byte[][] randomPair() {
    long[] slots = randomSlots();
    byte[] a = sketch(randomElements(), slots);
    int changed = random().nextInt(1 + random().nextInt(SLOTS));
    for (int i = 0; i < changed; i++) {
      slots[random().nextInt(SLOTS)] = random().nextLong();
    }
    return switch (random().nextInt(20)) {
      case 0 -> new byte[][] {a, null};
      case 1 -> new byte[][] {null, a};
      case 2 -> new byte[][] {a, a.clone()};
      default -> new byte[][] {a, sketch(randomElements(), slots)};
    };
  }

  private static int randomElements() {
    return 1 + random().nextInt(random().nextInt(4) == 0 ? 12 : 1000);
  }

  private static double estimate(byte[] a, byte[] b) {
    long[] slotsOfA = PACKING.unpack(a, SketchValue.SLOTS_OFFSET);
    long[] slotsOfB = PACKING.unpack(b, SketchValue.SLOTS_OFFSET);
    int agreeing = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
      agreeing += slotsOfA[slot] == slotsOfB[slot] ? 1 : 0;
    }
    return Math.max(0, ((double) agreeing / SLOTS - 1 / 256.0) / (1 - 1 / 256.0));
  }

  private static boolean isShort(byte[] sketch) {
    return SketchValue.elements(sketch, 0) < MIN_ELEMENTS;
  }

  private static Optional<Resemblance> randomlyCounted() {
    return random().nextBoolean()
        ? Optional.of(Resemblance.counted(random().nextInt(101) / 100.0))
        : Optional.empty();
  }

  private static Resemblance notAsked() {
    throw new AssertionError("the estimate is not in doubt");
  }

  public void testDecidesAsTheRuleSays() throws IOException {
    for (int i = 0; i < 2000; i++) {
      byte[][] pair = randomPair();
      Optional<Resemblance> counted = randomlyCounted();
      assertEquals(
          expected(pair[0], pair[1], counted), comparer.decision(pair[0], pair[1], () -> counted));
    }
  }

  private RuleDecision expected(byte[] a, byte[] b, Optional<Resemblance> counted) {
    if (a == null || b == null) {
      return new RuleDecision(false, Basis.EMPTY_TEXT, null);
    } else if (Arrays.equals(a, b)) {
      return new RuleDecision(true, Basis.SAME_TEXT, Resemblance.IDENTICAL);
    }
    double estimate = comparer.estimate(a, b);
    assertEquals(estimate(a, b), estimate, 1e-9);
    Resemblance estimated = Resemblance.estimated(estimate, PACKING);
    if (isShort(a) || isShort(b)) {
      return new RuleDecision(false, Basis.SHORT_TEXT, estimated);
    }
    double error = rule.standardError(PACKING);
    boolean inDoubt =
        rule.errorsBelow() > 0
            && estimate >= rule.threshold() - rule.errorsBelow() * error
            && estimate <= rule.threshold() + rule.errorsAbove() * error;
    return inDoubt && counted.isPresent()
        ? new RuleDecision(counted.get().value() >= rule.threshold(), Basis.EXACT, counted.get())
        : new RuleDecision(estimate >= rule.threshold(), Basis.ESTIMATE, estimated);
  }

  /** As without guards, but that two sketches with other keys are near in no way. */
  public void testGuards() throws IOException {
    List<String> guards = List.of("names:1", "numbers:1");
    SketchParameters guarded =
        new SketchParameters(FORMAT, PARAMETERS.bands(), MIN_ELEMENTS, guards);
    SketchComparer guarding = new SketchComparer(guarded, rule);
    SketchComparer certain = new SketchComparer(guarded, ResemblanceRule.exact(rule.threshold()));
    for (int i = 0; i < 2000; i++) {
      byte[][] pair = randomPair();
      if (pair[0] == null || pair[1] == null) {
        continue;
      }
      long[] keys = random().longs(2).toArray();
      long[] others = keys.clone();
      List<Integer> parting = new ArrayList<>();
      for (int guard = 0; guard < 2; guard++) {
        if (random().nextInt(3) == 0) {
          others[guard]++;
          parting.add(guard);
        }
      }
      byte[] a = SketchValue.withGuardKeys(FORMAT, pair[0], keys);
      byte[] b = SketchValue.withGuardKeys(FORMAT, pair[1], others);
      assertEquals(guarded.valueLength(), a.length);
      assertArrayEquals(pair[0], SketchValue.withGuardKeys(FORMAT, a));
      assertEquals(parting, guarding.parting(a, b));
      assertEquals(parting.isEmpty(), guarding.areAgreed(a, b));
      Optional<Resemblance> counted = randomlyCounted();
      RuleDecision without = comparer.decision(pair[0], pair[1], () -> counted);
      boolean isParted = without.isNear() && !parting.isEmpty();
      assertEquals(
          isParted ? new RuleDecision(false, Basis.GUARD, without.resemblance()) : without,
          guarding.decision(a, b, () -> counted));
      BytesRef other = new BytesRef(b);
      double score = comparer.score(pair[0], new BytesRef(pair[1]));
      assertEquals(parting.isEmpty() ? score : 0, guarding.score(a, other), 0);
      if (!parting.isEmpty()) {
        assertFalse(certain.isCertain(true, a, b, () -> counted));
        assertTrue(certain.isCertain(false, a, b, () -> counted));
        Set<Long> keysOfA = keys(guarded, a);
        assertTrue(Collections.disjoint(keysOfA, keys(guarded, b)));
      }
      assertEquals(
          keys(PARAMETERS, pair[0]).equals(keys(PARAMETERS, pair[1])) && parting.isEmpty(),
          keys(guarded, a).equals(keys(guarded, b)));
    }
  }

  private static Set<Long> keys(SketchParameters parameters, byte[] sketch) {
    long[] keys = new long[parameters.keyCount()];
    int count = parameters.bandKeys(sketch, 0, keys);
    return Arrays.stream(keys, 0, count).boxed().collect(Collectors.toSet());
  }

  /** Where nothing may be lost, two near-duplicates are none unless one stands in the other. */
  public void testLossless() throws IOException {
    SketchComparer lossless = new SketchComparer(PARAMETERS, rule.withLossless(true));
    for (int i = 0; i < 2000; i++) {
      byte[][] pair = randomPair();
      Optional<Resemblance> counted = randomlyCounted();
      Optional<Double> contained =
          random().nextInt(3) == 0 ? Optional.empty() : Optional.of(random().nextInt(2) / 2.0 + .5);
      RuleDecision without = comparer.decision(pair[0], pair[1], () -> counted);
      boolean isLost =
          without.isNear() && without.basis() != Basis.SAME_TEXT && contained.orElse(0.0) < 1;
      assertEquals(
          isLost ? new RuleDecision(false, Basis.GUARD, without.resemblance()) : without,
          lossless.decision(pair[0], pair[1], () -> counted, () -> contained));
    }
  }

  public void testIsSymmetric() throws IOException {
    for (int i = 0; i < 500; i++) {
      byte[][] pair = randomPair();
      Optional<Resemblance> counted = randomlyCounted();
      assertEquals(
          comparer.decision(pair[0], pair[1], () -> counted),
          comparer.decision(pair[1], pair[0], () -> counted));
      if (pair[0] != null && pair[1] != null) {
        assertEquals(
            comparer.differingSlots(pair[0], pair[1]), comparer.differingSlots(pair[1], pair[0]));
      }
      assertEquals(score(pair[0], pair[1]), score(pair[1], pair[0]), 0);
    }
  }

  public void testATextIsANearDuplicateOfItselfWithoutCounting() throws IOException {
    byte[] any = sketch(randomElements(), randomSlots());
    RuleDecision decision = comparer.decision(any, any.clone(), () -> Optional.of(notAsked()));
    assertEquals(new RuleDecision(true, Basis.SAME_TEXT, Resemblance.IDENTICAL), decision);
    assertEquals(Resemblance.IDENTICAL, comparer.resemblance(any, any.clone(), Optional::empty));
  }

  public void testShortTextsAreNearDuplicatesOfTheSameTextOnly() throws IOException {
    long[] slots = randomSlots();
    byte[] one = SketchValue.encode(FORMAT, 1, MIN_ELEMENTS - 1, slots);
    byte[] other = SketchValue.encode(FORMAT, 2, MIN_ELEMENTS - 1, slots);
    byte[] longer = SketchValue.encode(FORMAT, 3, MIN_ELEMENTS, slots);
    assertTrue(comparer.isShort(one));
    assertFalse(comparer.isShort(longer));
    assertTrue(comparer.isShort(null));
    for (byte[] unlike : List.of(other, longer)) {
      RuleDecision decision = comparer.decision(one, unlike, () -> Optional.of(notAsked()));
      assertEquals(
          new RuleDecision(false, Basis.SHORT_TEXT, Resemblance.estimated(1, PACKING)), decision);
      assertEquals(0, score(one, unlike), 0);
      assertFalse(exact.isCertain(true, one, unlike, () -> Optional.of(notAsked())));
      assertTrue(exact.isCertain(false, one, unlike, () -> Optional.of(notAsked())));
    }
  }

  public void testTextsAreAskedOnlyInDoubt() throws IOException {
    for (int i = 0; i < 500; i++) {
      byte[][] pair = randomPair();
      List<String> asked = new ArrayList<>();
      comparer.decision(
          pair[0],
          pair[1],
          () -> {
            asked.add("once");
            return Optional.empty();
          });
      boolean mayBeAsked =
          pair[0] != null
              && pair[1] != null
              && !Arrays.equals(pair[0], pair[1])
              && !isShort(pair[0])
              && !isShort(pair[1]);
      boolean isAsked = mayBeAsked && comparer.isInDoubt(comparer.estimate(pair[0], pair[1]));
      assertEquals(isAsked ? List.of("once") : List.of(), asked);
    }
  }

  public void testAScoreIsTheEstimateUnderTheRule() {
    for (int i = 0; i < 1000; i++) {
      byte[] a = randomPair()[0];
      byte[][] pair = a == null ? randomPair() : new byte[][] {a, a.clone()};
      double expected;
      if (pair[0] == null || pair[1] == null) {
        expected = 0;
      } else if (Arrays.equals(pair[0], pair[1])) {
        expected = 1;
      } else {
        expected = isShort(pair[0]) || isShort(pair[1]) ? 0 : comparer.estimate(pair[0], pair[1]);
      }
      assertEquals(expected, score(pair[0], pair[1]), 0);
    }
  }

  public void testOnlyTheSameTextResemblesWholly() throws IOException {
    long[] slots = randomSlots();
    byte[] one = SketchValue.encode(FORMAT, 1, 1000, slots);
    byte[] other = SketchValue.encode(FORMAT, 2, 1000, slots);
    for (Resemblance estimated :
        List.of(
            comparer.estimated(one, other), comparer.resemblance(one, other, Optional::empty))) {
      assertEquals(1, estimated.decisive(), 0);
      assertTrue(comparer.isNear(estimated.decisive()));
      assertTrue(estimated.value() < 1);
      assertTrue(estimated.standardError() > 0);
      assertEquals(estimated.value(), comparer.shownScore(1, one, new BytesRef(other)), 0);
    }
    assertTrue(comparer.decision(one, other, Optional::empty).isNear());
    assertEquals(Resemblance.IDENTICAL, comparer.estimated(one, one.clone()));
    assertEquals(1, comparer.shownScore(1, one, new BytesRef(one.clone())), 0);
  }

  /** With the second sketch somewhere among other bytes. */
  private double score(byte[] sketch, byte[] other) {
    if (other == null) {
      return comparer.score(sketch, null);
    }
    int offset = random().nextInt(10);
    byte[] bytes = new byte[offset + other.length + random().nextInt(10)];
    random().nextBytes(bytes);
    System.arraycopy(other, 0, bytes, offset, other.length);
    return comparer.score(sketch, new BytesRef(bytes, offset, other.length));
  }

  public void testWithSureSlotsNoTextChangesTheVerdict() throws IOException {
    long[] slots = randomSlots();
    byte[] sketch = sketch(100, slots);
    for (int changed = 0; changed < SLOTS; changed++) {
      byte[] other = sketch(100, slots);
      int differing = comparer.differingSlots(sketch, other);
      RuleDecision without = comparer.decision(sketch, other, Optional::empty);
      RuleDecision with =
          comparer.decision(sketch, other, () -> Optional.of(Resemblance.counted(0)));
      assertEquals(without.isNear() && with.isNear(), differing <= comparer.sureSlots());
      assertEquals(SLOTS, differing + comparer.agreeingSlots(sketch, other));
      slots[changed] = random().nextLong();
    }
  }

  public void testMostDifferingSlotsIsTheLastThatKeepsAnEstimate() {
    for (double least : new double[] {0.1, 0.5, rule.threshold(), random().nextDouble()}) {
      int most = comparer.mostDifferingSlots(least);
      assertTrue(most == 0 || PACKING.resemblance(SLOTS - most) >= least);
      assertTrue(most == SLOTS - 1 || PACKING.resemblance(SLOTS - most - 1) < least);
    }
  }

  public void testSharedBandsAreRunsOfAgreeingSlots() {
    long[] slots = randomSlots();
    byte[] sketch = sketch(100, slots);
    byte[] other = sketch;
    for (int slot : new int[] {3, 11}) {
      int agreeing = comparer.agreeingSlots(sketch, other);
      do { // of 256 values one is kept alike
        slots[slot] = random().nextLong();
        other = sketch(100, slots);
      } while (comparer.agreeingSlots(sketch, other) == agreeing);
    }
    assertFalse(comparer.shareBand(sketch, other, 6, 2));
    assertTrue(comparer.shareBand(sketch, other, 6, 3));
    assertFalse(comparer.shareBand(sketch, other, 6, 0));
  }

  public void testWhatEveryRuleSaysEachSays() throws IOException {
    for (int i = 0; i < 2000; i++) {
      byte[][] pair = randomPair();
      Optional<Resemblance> counted = randomlyCounted();
      boolean isNear = exact.isCertain(true, pair[0], pair[1], () -> counted);
      boolean isUnlike = exact.isCertain(false, pair[0], pair[1], () -> counted);
      assertFalse(isNear && isUnlike);
      for (ResemblanceRule each : rules(rule.threshold())) {
        SketchComparer byEach = new SketchComparer(PARAMETERS, each);
        boolean says = byEach.decision(pair[0], pair[1], () -> counted).isNear();
        assertTrue(says || !isNear);
        assertTrue(!says || !isUnlike);
      }
    }
  }

  public void testOverlapIsWhatSetsHaveInCommon() {
    for (int i = 0; i < 200; i++) {
      ElementSet a = randomSet();
      ElementSet b = randomSet();
      Overlap overlap = Overlap.of(a, b);
      assertShare(a.resemblance(b), a.size() + b.size(), overlap.resemblance());
      assertShare(a.containment(b), a.size(), overlap.containmentOfA());
      assertShare(b.containment(a), b.size(), overlap.containmentOfB());
      assertEquals(new Overlap(a.size(), b.size(), a.intersectionSize(b)), overlap);
    }
  }

  private static void assertShare(double expected, int ofElements, double share) {
    assertEquals(ofElements == 0 ? Double.NaN : expected, share, 0);
  }

  private static ElementSet randomSet() {
    long[] elements = random().longs(random().nextInt(20), 0, 30).toArray();
    return ElementSet.of(elements, elements.length);
  }
}
