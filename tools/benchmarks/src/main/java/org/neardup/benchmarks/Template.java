// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.util.SplittableRandom;

/**
 * Pages of one template: texts of 300 words that share all but a few. {@code below}: ten words of
 * their own at the same places, resemblance .71. {@code around}: five to eight, .76 to .84. {@code
 * row}: ten in a row at any place, so all are one group.
 */
record Template(int size, String kind) implements Corpus {
  private static final String PAGE = new Texts(1).document(0, 300);

  @Override
  public Text text(int number) {
    String[] words = PAGE.split(" ", -1);
    SplittableRandom random = new SplittableRandom(number);
    switch (kind) {
      case "below" -> replace(words, 15, 30, 10, random);
      case "around" -> replace(words, 15, 30, 5 + random.nextInt(4), random);
      case "row" -> replace(words, random.nextInt(words.length - 9), 1, 10, random);
      default ->
          throw new IllegalArgumentException(
              "the kind of a template must be below, around or row, got " + kind);
    }
    return new Text("page" + number, String.join(" ", words));
  }

  private static void replace(
      String[] words, int first, int step, int count, SplittableRandom random) {
    for (int i = 0; i < count; i++) {
      words[first + i * step] = "own" + random.nextLong(1L << 40);
    }
  }
}
