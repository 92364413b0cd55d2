// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.internal.analysis.PlacedShingles;
import org.neardup.internal.sketch.ModuloSketchV1;

/** The sample, its size and how many of it a candidate must have, beside sums of probabilities. */
public class TestShingleSample extends LuceneTestCase {

  private static TextElements text(int words, int vocabulary) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(random().nextInt(vocabulary)).append(' ');
    }
    PlacedShingles shingles = new PlacedShingles(new WhitespaceAnalyzer(), 2);
    shingles.add("f", text.toString());
    return new TextElements(shingles);
  }

  public void testSampleIsOfDifferentElementsThatAreZeroModuloN() throws IOException {
    for (int i = 0; i < atLeast(200); i++) {
      TextElements text = text(2 + random().nextInt(2000), 2 + random().nextInt(100));
      double minimum = 0.01 + 0.99 * random().nextDouble();
      int[] sample = ShingleSample.of(text, minimum).shingles();
      Set<Long> elements = new HashSet<>();
      for (int shingle : sample) {
        elements.add(text.shingles().element(shingle));
      }
      assertEquals(sample.length, elements.size());
      assertTrue(sample.length >= Math.min(text.size(), ShingleSample.size(minimum)));
      if (sample.length < text.size()) {
        assertTrue(isSampledByAModulus(text, elements));
      } else {
        assertEquals(text.size(), elements.size());
      }
    }
  }

  private static boolean isSampledByAModulus(TextElements text, Set<Long> sampled) {
    for (int modulus = 2; modulus <= text.size(); modulus++) {
      Set<Long> multiples = new HashSet<>();
      for (int shingle = 0; shingle < text.shingles().count(); shingle++) {
        if (Long.remainderUnsigned(text.shingles().element(shingle), modulus) == 0) {
          multiples.add(text.shingles().element(shingle));
        }
      }
      if (multiples.equals(sampled)) {
        return true;
      }
    }
    return false;
  }

  public void testOfAWholeTextEnoughIsWhatReachesTheMinimum() throws IOException {
    for (int i = 0; i < atLeast(200); i++) {
      TextElements text = text(2 + random().nextInt(40), 50);
      if (text.size() > 32) {
        continue;
      }
      double minimum = (1 + random().nextInt(100)) / 100.0;
      int least = ShingleSample.of(text, minimum).least();
      assertTrue((double) least / text.size() >= minimum);
      assertTrue(least == 1 || (double) (least - 1) / text.size() < minimum);
    }
  }

  public void testOfALongTextFewerThanLeastAreRare() {
    for (double minimum : new double[] {0.001, 0.01, 0.1, 0.3, 0.5, 0.85, 0.99, 0.99995, 1}) {
      int from = ShingleSample.size(minimum);
      for (int size : new int[] {from, from + 1, 2 * from, 4 * from}) {
        int least = ModuloSketchV1.leastShared(size, minimum, 0.001);
        double[] probabilities = binomial(size, minimum);
        assertTrue(Arrays.stream(probabilities, 0, least).sum() <= 0.001 + 1e-9);
        if (least < size) {
          assertTrue(Arrays.stream(probabilities, 0, least + 1).sum() > 0.001 - 1e-9);
        }
      }
    }
  }

  /** The probability of each number of successes, by one trial after the other. */
  private static double[] binomial(int trials, double success) {
    double[] probabilities = new double[trials + 1];
    probabilities[0] = 1;
    for (int trial = 1; trial <= trials; trial++) {
      for (int i = trial; i >= 0; i--) {
        probabilities[i] =
            probabilities[i] * (1 - success) + (i == 0 ? 0 : probabilities[i - 1] * success);
      }
    }
    return probabilities;
  }
}
