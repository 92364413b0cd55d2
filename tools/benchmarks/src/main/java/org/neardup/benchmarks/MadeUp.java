// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Generated texts: words of 2 to 13 letters whose frequencies fall with their rank as in English,
 * every twelfth with a comma or the end of a sentence. Each is made on demand, as ten million would
 * not fit into memory.
 */
final class MadeUp {
  private static final int VOCABULARY = 20_000;
  private static final long SEED = 1;
  private static final String[] WORDS = new String[VOCABULARY];
  private static final int WORDS_OF_DOCUMENT = 60;
  private static final double COPIES = 0.3;

  static {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < VOCABULARY; i++) {
      WORDS[i] = word(2 + random.nextInt(i < 200 ? 4 : 12), random);
    }
  }

  private static final String PAGE = text(0, 300);

  private MadeUp() {}

  private static String word(int length, SplittableRandom random) {
    StringBuilder word = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      word.append((char) ('a' + random.nextInt(26)));
    }
    return word.toString();
  }

  /** The text of a number. */
  static String text(int number, int words) {
    SplittableRandom random = new SplittableRandom(SEED + number);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      // A rank r with a density of about 1/r.
      int rank = (int) Math.pow(VOCABULARY, random.nextDouble()) - 1;
      text.append(WORDS[rank]).append(i % 12 == 11 ? ". " : i % 12 == 5 ? ", " : " ");
    }
    return text.toString();
  }

  /**
   * A document of 60 words. Of many, 30 % are near-copies of an earlier one with a word or two in a
   * row changed, so that they resemble it by .8 at least.
   */
  static Corpus.Text document(int number) {
    SplittableRandom random = new SplittableRandom(number);
    int source = source(number, random);
    String[] words = text(original(source), WORDS_OF_DOCUMENT).split(" ", -1);
    if (source != number) {
      int first = random.nextInt(WORDS_OF_DOCUMENT - 1);
      int count = 1 + random.nextInt(2);
      Arrays.fill(words, first, first + count, "edit" + number);
    }
    return new Corpus.Text(Integer.toString(number), String.join(" ", words));
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

  /**
   * A page of a template: all but a few of 300 words are those of the others. {@code below}: ten
   * words of its own at the same places, resemblance .71. {@code around}: five to eight, .76 to
   * .84. {@code row}: ten in a row at any place, so all are one group.
   */
  static Corpus.Text page(String kind, int number) {
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
    return new Corpus.Text("page" + number, String.join(" ", words));
  }

  private static void replace(
      String[] words, int first, int step, int count, SplittableRandom random) {
    for (int i = 0; i < count; i++) {
      words[first + i * step] = "own" + random.nextLong(1L << 40);
    }
  }
}
