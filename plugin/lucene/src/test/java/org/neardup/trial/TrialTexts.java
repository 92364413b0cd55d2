// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Makes texts up: words of a small vocabulary, and copies with edits of every size. */
final class TrialTexts {
  private static final List<String> COMMON =
      List.of("the", "of", "and", "a", "to", "in", "is", "for", "not", "with");
  private static final List<String> ODD =
      List.of(
          "d\u00e9j\u00e0-vu",
          "Stra\u00dfe",
          "I\u0307stanbul",
          "\u041f\u0440\u044b\u0436\u043e\u043a",
          "\u6771\u4eac\u90fd",
          "\ud55c\uad6d\uc5b4",
          "\ud83d\ude00",
          "e-mail@example.org",
          "isn't",
          "3.14",
          "C++",
          "over_the",
          "<b>bold</b>",
          "x".repeat(300));
  private static final List<String> SEPARATORS =
      List.of(", ", ". ", "\n", "  ", " - ", "\t", "; ", " (", ") ", "\u00a0");

  private final Random random;
  private final List<String> vocabulary = new ArrayList<>();
  private final int maxWords;
  private final boolean isPlain;

  TrialTexts(Random random) {
    this.random = random;
    for (int i = 20 + random.nextInt(random.nextBoolean() ? 60 : 2000); i > 0; i--) {
      vocabulary.add(word());
    }
    maxWords = 10 + random.nextInt(110);
    isPlain = random.nextBoolean();
  }

  private String word() {
    StringBuilder word = new StringBuilder();
    for (int i = 1 + random.nextInt(9); i > 0; i--) {
      word.append((char) ('a' + random.nextInt(26)));
    }
    return word.toString();
  }

  private String draw() {
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4 -> RandomPicks.randomFrom(random, COMMON);
      case 5 -> isPlain ? word() : RandomPicks.randomFrom(random, ODD);
      default -> RandomPicks.randomFrom(random, vocabulary);
    };
  }

  private List<String> words(int count) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      words.add(draw());
    }
    return words;
  }

  /** A text of its own; now and then a short or an empty one. */
  String fresh() {
    int words =
        switch (random.nextInt(20)) {
          case 0 -> 0;
          case 1, 2 -> 1 + random.nextInt(12);
          default -> 5 + random.nextInt(maxWords);
        };
    return join(words(words));
  }

  /** A text that has most in common with another, or all, or little. */
  String near(String text) {
    List<String> words = new ArrayList<>(List.of(text.trim().split(" +")));
    int size = words.size();
    int most = 1 + random.nextInt(1 + size / 6);
    int from = random.nextInt(size);
    switch (random.nextInt(10)) {
      case 0 -> {}
      case 1 -> words.addAll(random.nextBoolean() ? size : 0, words(most));
      case 2 -> words.subList(from, Math.min(size, from + most)).clear();
      case 3 -> words.addAll(from, words(most));
      case 4 -> Collections.rotate(words, from);
      case 5 -> words.addAll(List.copyOf(words.subList(from, size)));
      case 6, 7 -> Collections.replaceAll(words, words.get(from), draw());
      default -> {
        boolean scattered = random.nextBoolean();
        for (int i = 0; i < most; i++) {
          words.set(scattered ? random.nextInt(size) : (from + i) % size, draw());
        }
      }
    }
    return join(words);
  }

  /** A text that many an analyzer reads alike. */
  String alike(String text) {
    return switch (random.nextInt(4)) {
      case 0 -> text.toUpperCase(Locale.ROOT);
      case 1 -> text.replace(" ", "  ");
      case 2 -> " " + text + ".";
      default -> text;
    };
  }

  private String join(List<String> words) {
    StringBuilder text = new StringBuilder();
    for (String word : words) {
      if (!text.isEmpty()) {
        text.append(
            isPlain || random.nextInt(8) > 0 ? " " : RandomPicks.randomFrom(random, SEPARATORS));
      }
      text.append(word);
    }
    return text.toString();
  }
}
