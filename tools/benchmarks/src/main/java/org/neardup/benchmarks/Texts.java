// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.util.SplittableRandom;

/**
 * Generated texts: words of 2 to 13 letters whose frequencies fall with their rank as in English,
 * every twelfth with a comma or the end of a sentence.
 */
final class Texts {
  private static final int VOCABULARY = 20_000;

  private final long seed;
  private final String[] vocabulary = new String[VOCABULARY];

  Texts(long seed) {
    this.seed = seed;
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < VOCABULARY; i++) {
      vocabulary[i] = word(2 + random.nextInt(i < 200 ? 4 : 12), random);
    }
  }

  private static String word(int length, SplittableRandom random) {
    StringBuilder word = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      word.append((char) ('a' + random.nextInt(26)));
    }
    return word.toString();
  }

  /** The document of a number; safe for threads. */
  String document(int number, int words) {
    SplittableRandom random = new SplittableRandom(seed + number);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      // A rank r with a density of about 1/r.
      int rank = (int) Math.pow(VOCABULARY, random.nextDouble()) - 1;
      text.append(vocabulary[rank]).append(i % 12 == 11 ? ". " : i % 12 == 5 ? ", " : " ");
    }
    return text.toString();
  }
}
