// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.neardup.internal.sketch.Hashing;

/** Shingles made the slow and obvious way: as lists of units, cut out of the whole text. */
public final class ShinglingModel {
  private ShinglingModel() {}

  static List<List<String>> shingles(Shingling shingling, List<String> units) {
    List<List<String>> shingles = new ArrayList<>();
    int n = units.size();
    int k = shingling.size();
    int start = 0;
    int covered = 0;
    boolean wrap = shingling.tail() == Shingling.Tail.WRAP && n >= k;
    for (; start < n && (wrap || start + k <= n); start += shingling.step()) {
      List<String> shingle = new ArrayList<>();
      for (int i = start; i < start + k; i++) {
        shingle.add(units.get(i % n));
      }
      shingles.add(shingle);
      covered = start + k;
    }
    if (!wrap && shingling.tail() != Shingling.Tail.DROP && covered < n && start < n) {
      shingles.add(units.subList(start, n));
    }
    return shingles;
  }

  static long[] elements(Shingling shingling, List<String> units) {
    Map<Long, Integer> seen = new HashMap<>();
    List<Long> elements = new ArrayList<>();
    for (List<String> shingle : shingles(shingling, units)) {
      long element = shingling.element(shingle.toArray(String[]::new));
      int earlier = seen.merge(element, 1, Integer::sum) - 1;
      if (shingling.occurrences() && earlier > 0) {
        element = Hashing.combine(element, earlier);
      }
      if (Long.remainderUnsigned(element, shingling.modulo()) == 0) {
        elements.add(element);
      }
    }
    return elements.stream().mapToLong(Long::longValue).toArray();
  }

  public static Shingling random(Random random, Shingling.Unit unit) {
    return Shingling.words(1 + random.nextInt(6))
        .withUnit(unit)
        .withStep(1 + random.nextInt(random.nextBoolean() ? 1 : 8))
        .withTail(RandomPicks.randomFrom(random, Shingling.Tail.values()))
        .withOccurrences(random.nextBoolean())
        .withModulo(1 + random.nextInt(3))
        .withSeed(random.nextLong());
  }

  /** TextTokens of a small vocabulary, so that shingles repeat. */
  static List<String> randomWords(Random random) {
    String[] words = new String[random.nextInt(40)];
    Arrays.setAll(words, i -> "w" + random.nextInt(4));
    return List.of(words);
  }
}
