// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHashPolicy;
import com.dynatrace.hash4j.similarity.SimilarityHasher;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import org.junit.Test;
import org.neardup.internal.sketch.SlotPacking;

/** The number of agreeing slots is distributed as that of an independent implementation. */
public class TestAgainstHash4j {
  private static final int SLOTS = 64;
  private static final int PAIRS = 3000;

  /** Counts agreeing slots, once per pair of sets. */
  private interface Counter {
    int agreeing(long[] a, long[] b);
  }

  private static Counter ours(SlotSketcher sketcher, int bits) {
    SlotPacking packing = new SlotPacking(SLOTS, bits);
    return (a, b) ->
        packing.agreeing(
            packing.pack(sketcher.sketch(a, a.length)),
            0,
            packing.pack(sketcher.sketch(b, b.length)),
            0);
  }

  private static Counter theirs(SimilarityHashPolicy policy) {
    SimilarityHasher hasher = policy.createHasher();
    return (a, b) ->
        policy.getNumberOfEqualComponents(
            hasher.compute(ElementHashProvider.ofValues(a)),
            hasher.compute(ElementHashProvider.ofValues(b)));
  }

  private static int[] histogram(Counter counter, int size, double resemblance, long seed) {
    RandomSets sets = new RandomSets(size, resemblance, seed);
    int[] histogram = new int[SLOTS + 1];
    for (int pair = 0; pair < PAIRS; pair++, sets.next()) {
      histogram[counter.agreeing(sets.a, sets.b)]++;
    }
    return histogram;
  }

  @Test
  public void testMinHash() {
    for (int bits : new int[] {1, 8, 32}) {
      for (int size : new int[] {5, 20, 100}) {
        int[] ours = histogram(ours(Sketches.minHash(SLOTS, 1), bits), size, .7, 1);
        int[] theirs = histogram(theirs(SimilarityHashing.minHash(SLOTS, bits)), size, .7, 2);
        assertSameDistribution(ours, theirs);
      }
    }
  }

  /**
   * The largest difference of the two cumulative distributions (Kolmogorov, Smirnov), which random
   * samples of one distribution exceed less than once in a thousand times.
   */
  private static void assertSameDistribution(int[] a, int[] b) {
    int difference = 0;
    int largest = 0;
    for (int i = 0; i < a.length; i++) {
      difference += a[i] - b[i];
      largest = Math.max(largest, Math.abs(difference));
    }
    double allowed = 1.95 * Math.sqrt(2.0 / PAIRS);
    assertTrue("distance " + largest, (double) largest / PAIRS < allowed);
  }

  @Test
  public void testFastSketchHasTheMeanOfSuperMinHashAndNoMoreSpread() {
    for (int size : new int[] {5, 20, 100}) {
      int[] ours = histogram(ours(Sketches.fast(SLOTS, 1), 8), size, .7, 3);
      int[] theirs = histogram(theirs(SimilarityHashing.superMinHash(SLOTS, 8)), size, .7, 4);
      assertEquals(mean(theirs), mean(ours), 4.5 * deviation(ours) * Math.sqrt(2.0 / PAIRS));
      assertTrue(size + " elements", deviation(ours) < 1.15 * deviation(theirs));
    }
  }

  private static double mean(int[] histogram) {
    double sum = 0;
    for (int i = 0; i < histogram.length; i++) {
      sum += (double) i * histogram[i];
    }
    return sum / PAIRS;
  }

  private static double deviation(int[] histogram) {
    double mean = mean(histogram);
    double sum = 0;
    for (int i = 0; i < histogram.length; i++) {
      sum += (i - mean) * (i - mean) * histogram[i];
    }
    return Math.sqrt(sum / PAIRS);
  }
}
