// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.neardup.compare.Overlap;

/** Containment as its definition says: by sets of strings. */
final class NaiveContainment {
  private NaiveContainment() {}

  /** The words of a text as the test's analyzer makes them. */
  static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String word : text.toLowerCase(Locale.ROOT).split("[^a-z0-9]+", -1)) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words;
  }

  /** The shingles of a text in order; a text of fewer words is one. */
  static List<String> shingles(String text, int size) {
    List<String> words = words(text);
    List<String> shingles = new ArrayList<>();
    if (!words.isEmpty() && words.size() < size) {
      shingles.add(String.join(" ", words));
    }
    for (int i = 0; i + size <= words.size(); i++) {
      shingles.add(String.join(" ", words.subList(i, i + size)));
    }
    return shingles;
  }

  static Set<String> elements(List<String> texts, int size) {
    Set<String> elements = new HashSet<>();
    texts.forEach(text -> elements.addAll(shingles(text, size)));
    return elements;
  }

  static Overlap overlap(Set<String> a, Set<String> b) {
    Set<String> common = new HashSet<>(a);
    common.retainAll(b);
    return new Overlap(a.size(), b.size(), common.size());
  }
}
