// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Made-up documents. */
final class MadeUpTexts {
  private MadeUpTexts() {}

  /**
   * Documents of 1 to 120 words, most of them copies of earlier ones with some words changed, cut
   * off or added, down to none; words are few, so that unrelated texts share shingles. Some have no
   * text.
   */
  static List<TestDocument> versions(Random random, int count) {
    List<TestDocument> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean isCopy = i > 0 && random.nextInt(10) < 6;
      String text =
          isCopy ? changed(random, documents.get(random.nextInt(i)).text()) : words(random);
      documents.add(new TestDocument("d" + i, random.nextInt(50) == 0 ? " -- " : text));
    }
    return documents;
  }

  /** Pages of one template with a few words of their own each. */
  static List<TestDocument> flood(Random random, int count, int words, int ownWords) {
    String template = text(random, words, 5_000);
    List<TestDocument> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      documents.add(new TestDocument("f" + i, template + " " + text(random, ownWords, 100_000)));
    }
    return documents;
  }

  private static String words(Random random) {
    return text(random, 1 + random.nextInt(120), 300);
  }

  static String text(Random random, int words, int vocabulary) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(word(random, vocabulary)).append(' ');
    }
    return text.toString().strip();
  }

  private static String word(Random random, int vocabulary) {
    return "w" + (int) Math.pow(vocabulary, random.nextDouble());
  }

  private static String changed(Random random, String text) {
    List<String> words = new ArrayList<>(List.of(text.split(" ", -1)));
    for (int changes = random.nextInt(5); changes > 0; changes--) {
      words.set(random.nextInt(words.size()), word(random, 300));
    }
    if (random.nextInt(3) == 0) {
      words.add(word(random, 300));
    }
    return String.join(" ", words.subList(random.nextInt(words.size()) / 8, words.size()));
  }
}
