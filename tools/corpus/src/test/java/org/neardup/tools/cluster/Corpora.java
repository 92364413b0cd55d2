// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.neardup.tools.input.InputDocument;

/** Made-up documents. */
final class Corpora {

  private Corpora() {}

  static InputDocument document(String id, String text) {
    return new InputDocument(id, "", text, Map.of());
  }

  /**
   * Documents of 1 to 120 words, each with probability .6 a copy of an earlier one with some words
   * changed, cut off or added, down to none; words are few, so that unrelated texts share shingles.
   */
  static List<InputDocument> random(Random random, int count) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean copy = i > 0 && random.nextInt(10) < 6;
      texts.add(copy ? changed(random, texts.get(random.nextInt(i))) : text(random));
    }
    List<InputDocument> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      documents.add(document("d" + i, texts.get(i)));
    }
    return documents;
  }

  private static String text(Random random) {
    List<String> words = new ArrayList<>();
    for (int length = 1 + random.nextInt(120); length > 0; length--) {
      words.add(word(random));
    }
    return String.join(" ", words);
  }

  private static String word(Random random) {
    return "w" + (int) Math.pow(300, random.nextDouble());
  }

  private static String changed(Random random, String text) {
    List<String> words = new ArrayList<>(List.of(text.split(" ", -1)));
    for (int changes = random.nextInt(5); changes > 0; changes--) {
      words.set(random.nextInt(words.size()), word(random));
    }
    if (random.nextInt(3) == 0) {
      words.add(word(random));
    }
    return String.join(" ", words.subList(random.nextInt(words.size()) / 8, words.size()));
  }

  /** Fields from names and values, alternately. */
  static Map<String, List<String>> fields(String... namesAndValues) {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put(namesAndValues[i], List.of(namesAndValues[i + 1]));
    }
    return fields;
  }
}
