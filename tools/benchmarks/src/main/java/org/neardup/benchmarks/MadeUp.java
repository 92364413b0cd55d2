// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Documents of 60 words, 30 % of them near-copies of an earlier one with a word or two in a row
 * changed, so that they resemble it by .8 at least. Each is made on demand, as ten million would
 * not fit into memory.
 */
record MadeUp(int size, Texts texts) implements Corpus {
  private static final int WORDS = 60;
  private static final double COPIES = 0.3;

  @Override
  public Text text(int number) {
    SplittableRandom random = new SplittableRandom(number);
    int source = source(number, random);
    String[] words = texts.document(original(source), WORDS).split(" ", -1);
    if (source != number) {
      int first = random.nextInt(WORDS - 1);
      int count = 1 + random.nextInt(2);
      Arrays.fill(words, first, first + count, "edit" + number);
    }
    return new Text(Integer.toString(number), String.join(" ", words));
  }

  private static int source(int number, SplittableRandom random) {
    boolean isCopy = number > 0 && random.nextDouble() < COPIES;
    return isCopy ? random.nextInt(number) : number;
  }

  /**
   * The document itself, or the original that it is a copy of, directly or not; only originals have
   * unchanged texts.
   */
  private static int original(int number) {
    int source = source(number, new SplittableRandom(number));
    return source == number ? number : original(source);
  }
}
