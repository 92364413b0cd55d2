// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Made-up texts that quote each other. */
final class QuotingTexts {
  private final Random random;
  private final int vocabulary;

  QuotingTexts(Random random, int vocabulary) {
    this.random = random;
    this.vocabulary = vocabulary;
  }

  /** New words, in sentences of 5 to 15. */
  String text(int words) {
    StringBuilder text = new StringBuilder();
    int left = 0;
    for (int i = 0; i < words; i++) {
      if (left-- == 0) {
        text.append(i == 0 ? "" : ". ");
        left = 4 + random.nextInt(11);
      } else {
        text.append(' ');
      }
      text.append('w').append(random.nextInt(vocabulary));
    }
    return text.toString();
  }

  /** A text that has a share of another in one passage or several, or in shuffled sentences. */
  String quoting(String other, double share) {
    return switch (random.nextInt(3)) {
      case 0 -> text(random.nextInt(60)) + ". " + passage(other, share) + ". " + text(30);
      case 1 -> inPassages(other, share, 2 + random.nextInt(3));
      default -> shuffled(other, share);
    };
  }

  private String passage(String other, double share) {
    String[] words = other.split(" ", -1);
    int length = Math.max(1, (int) Math.round(words.length * share));
    int from = random.nextInt(words.length - length + 1);
    return String.join(" ", List.of(words).subList(from, from + length));
  }

  private String inPassages(String other, double share, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(passage(other, share / count)).append(' ').append(text(5)).append(' ');
    }
    return text.toString();
  }

  private String shuffled(String other, double share) {
    List<String> sentences = new ArrayList<>(List.of(other.split("\\. ", -1)));
    Collections.shuffle(sentences, random);
    int count = (int) Math.round(sentences.size() * share);
    return String.join(". ", sentences.subList(0, count)) + ". " + text(20);
  }
}
