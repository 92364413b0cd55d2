// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.util.SplittableRandom;

/**
 * Documents of 60 words, 30 % of them near-copies of an earlier one with a word or two changed.
 * Each is made when it is asked for, as ten million would not fit into memory.
 */
record MadeUp(int size, Texts texts) implements Corpus {
  private static final int WORDS = 60;
  private static final double COPIES = 0.3;

  @Override
  public Text text(int number) {
    SplittableRandom random = new SplittableRandom(number);
    boolean isCopy = number > 0 && random.nextDouble() < COPIES;
    int source = isCopy ? random.nextInt(number) : number;
    String[] words = texts.document(source, WORDS).split(" ", -1);
    for (int i = isCopy ? 1 + random.nextInt(2) : 0; i > 0; i--) {
      words[random.nextInt(WORDS)] = "edit" + number;
    }
    return new Text(Integer.toString(number), String.join(" ", words));
  }
}
