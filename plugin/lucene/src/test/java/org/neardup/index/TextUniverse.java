// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Guard;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.sketch.SlotPacking;

/**
 * A few texts over a small vocabulary: chains of which each resembles the next, edits, parts, the
 * same text spaced otherwise, other texts of the same shingles, short ones and an empty one.
 *
 * <p>The real engine is exact over them, not only likely to be: {@link #draw} takes only texts of
 * which each pair that resembles each other by the threshold or more shares a band and is estimated
 * well, in each scope. What is below the threshold needs no such care, as texts are compared
 * exactly. So near-duplicates, and which one a text resembles most, are those of the definition.
 */
final class TextUniverse {
  static final List<String> SCOPES = Arrays.asList(null, "x", "y");

  private static final List<String> GUARDED =
      List.of("7", "8", "2500", "not", "never", "Paris", "London");
  private static final int SHINGLE_WORDS = 3;
  private static final int MIN_ELEMENTS = 4;

  private final List<String> texts;
  private final Map<String, Set<String>> shingles = new HashMap<>();
  private final Map<String, Map<String, Double>> resemblances = new HashMap<>();
  private final Map<Guard, Map<String, List<String>>> guarded = new HashMap<>();
  private final List<Map<String, byte[]>> sketchesByScope = new ArrayList<>();
  private final SlotPacking packing;

  private TextUniverse(List<String> texts, CollapseConfig config) throws IOException {
    this.texts = texts;
    TextSketcher sketcher = config.textSketcher(analyzer());
    packing = sketcher.parameters().format().packing();
    for (String scope : SCOPES) {
      Map<String, byte[]> sketches = new HashMap<>();
      for (String text : texts) {
        sketches.put(text, sketcher.sketch(text, sketcher.scope(scope)).value());
      }
      sketchesByScope.add(sketches);
    }
    texts.forEach(text -> shingles.put(text, shingles(words(text))));
  }

  /** A configuration for which texts are drawn, with this threshold. */
  static CollapseConfig config(double threshold) {
    return CollapseConfig.defaults()
        .withShingling(Shingling.words(SHINGLE_WORDS))
        .withMinElements(MIN_ELEMENTS)
        .withVerification(Verification.EXACT)
        .withThreshold(threshold);
  }

  /** Texts for {@link #config} with any of these thresholds. */
  static TextUniverse draw(Random random, double... thresholds) throws IOException {
    return draw(random, false, thresholds);
  }

  /**
   * The same.
   *
   * @param isGuarded whether there are words that guards look at; to be analysed by {@link
   *     #analyzer}
   */
  static TextUniverse draw(Random random, boolean isGuarded, double... thresholds)
      throws IOException {
    while (true) {
      List<String> texts = drawTexts(random, isGuarded);
      TextUniverse universe = new TextUniverse(texts, config(thresholds[0]));
      boolean exact = true;
      for (double threshold : thresholds) {
        exact &= universe.isExact(threshold);
      }
      if (exact) {
        return universe;
      }
    }
  }

  /** These texts, which must be as {@link #draw} would take them. */
  static TextUniverse of(double threshold, List<String> texts) throws IOException {
    TextUniverse universe = new TextUniverse(texts, config(threshold));
    if (!universe.isExact(threshold)) {
      throw new IllegalArgumentException("a band misses near-duplicates among " + texts);
    }
    return universe;
  }

  private static List<String> drawTexts(Random random, boolean isGuarded) {
    Set<String> texts =
        new LinkedHashSet<>(
            List.of("", word(1), text(1, "  ", 3), text(1, " ", 3), text(1, " ", 4)));
    List<String> stream = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      stream.add(drawWord(random));
    }
    int length = 20 + random.nextInt(20);
    int step = 1 + random.nextInt(4);
    int from = random.nextInt(40);
    for (int i = 0; i < 7; i++) {
      texts.add(String.join(" ", stream.subList(from + i * step, from + i * step + length)));
    }
    List<String> seeds = new ArrayList<>(texts);
    seeds.remove("");
    while (texts.size() < 22) {
      String seed = seeds.get(random.nextInt(seeds.size()));
      if (isGuarded && random.nextBoolean()) {
        String text = guarded(random, seed);
        texts.add(text);
        seeds.add(text);
      } else {
        texts.add(edited(random, seed));
      }
    }
    List<String> all = new ArrayList<>(texts);
    Collections.shuffle(all, random);
    return all;
  }

  /** With another word that guards look at, in the place of such a word if there is one. */
  private static String guarded(Random random, String text) {
    List<String> words = new ArrayList<>(List.of(text.split(" ", -1)));
    String word = GUARDED.get(random.nextInt(GUARDED.size()));
    for (int i = 0; i < words.size(); i++) {
      if (GUARDED.contains(words.get(i)) && random.nextBoolean()) {
        words.set(i, word);
        return String.join(" ", words);
      }
    }
    words.set(random.nextInt(words.size()), word);
    return String.join(" ", words);
  }

  private static String edited(Random random, String text) {
    List<String> words = new ArrayList<>(words(text));
    switch (random.nextInt(5)) {
      case 0 -> words.add(drawWord(random));
      case 1 -> words.set(random.nextInt(words.size()), drawWord(random));
      case 2 -> words.removeFirst();
      case 3 -> {
        return text.replaceFirst(" ", "  ");
      }
      default -> {
        // Round twice and once more: the same shingles, in another text.
        words.addAll(List.copyOf(words));
        List<String> twice = List.copyOf(words);
        return String.join(" ", words) + " " + String.join(" ", twice.subList(0, twice.size() / 2));
      }
    }
    return String.join(" ", words);
  }

  List<String> texts() {
    return texts;
  }

  String draw(Random random) {
    return texts.get(random.nextInt(texts.size()));
  }

  /** No number, as guards look at these. */
  private static String word(int number) {
    return "w" + (char) ('a' + number / 10) + (char) ('a' + number % 10);
  }

  /** Words from the second on. */
  private static String text(int from, String first, int to) {
    StringBuilder text = new StringBuilder(word(from));
    for (int i = from + 1; i <= to; i++) {
      text.append(i == from + 1 ? first : " ").append(word(i));
    }
    return text.toString();
  }

  /** A short name for a text, for messages. */
  static String name(String text) {
    return Integer.toHexString(text.hashCode()) + "(" + words(text).size() + " words)";
  }

  /** A word that some text has. */
  static String drawWord(Random random) {
    return word(random.nextInt(30));
  }

  /** As {@link #analyzer} gives them. */
  static List<String> words(String text) {
    return Arrays.stream(text.split(" ", -1))
        .filter(word -> !word.isEmpty())
        .map(TextUniverse::analysed)
        .toList();
  }

  /** Numbers, negations and names that guards tell apart are the same to the analyzer. */
  private static String analysed(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return lower.matches("[0-9]+") ? "0" : lower.equals("never") ? "not" : lower;
  }

  /** Splits at blanks; of words that guards look at it makes fewer different ones. */
  static Analyzer analyzer() {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        Tokenizer words = new WhitespaceTokenizer();
        TokenStream fewer =
            new TokenFilter(words) {
              private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

              @Override
              public boolean incrementToken() throws IOException {
                if (!input.incrementToken()) {
                  return false;
                }
                String word = analysed(term.toString());
                term.setEmpty().append(word);
                return true;
              }
            };
        return new TokenStreamComponents(words, fewer);
      }
    };
  }

  private static Set<String> shingles(List<String> words) {
    Set<String> shingles = new HashSet<>();
    for (int i = 0; i + SHINGLE_WORDS <= words.size(); i++) {
      shingles.add(String.join(" ", words.subList(i, i + SHINGLE_WORDS)));
    }
    if (!words.isEmpty() && words.size() < SHINGLE_WORDS) {
      shingles.add(String.join(" ", words));
    }
    return shingles;
  }

  /** How many shingles a text has, repeats included. */
  static int length(String text) {
    int words = words(text).size();
    return Math.min(words, Math.max(1, words - SHINGLE_WORDS + 1));
  }

  /** Whether a text is a near-duplicate only of itself. */
  static boolean isShort(String text) {
    return length(text) < MIN_ELEMENTS;
  }

  /**
   * Whether guards take two texts, and what they are ranked by, for the same: they look at the same
   * words.
   */
  boolean areAgreed(CollapseConfig config, String a, Long rankOfA, String b, Long rankOfB) {
    return config.guards().stream()
        .filter(Guard::hasKey)
        .allMatch(
            guard ->
                guard.field() == null
                    ? guarded(guard, a).equals(guarded(guard, b))
                    : Objects.equals(rankOfA, rankOfB));
  }

  /** What a guard looks at in a text. */
  private List<String> guarded(Guard guard, String text) {
    return guarded.computeIfAbsent(guard, g -> new HashMap<>()).computeIfAbsent(text, guard::words);
  }

  /** By definition: |A∩B| / |A∪B| of the two sets of shingles. */
  double resemblance(String a, String b) {
    return resemblances
        .computeIfAbsent(a, text -> new HashMap<>())
        .computeIfAbsent(b, text -> computeResemblance(a, text));
  }

  /** Whether all shingles of a part are those of a whole. */
  boolean contains(String whole, String part) {
    return shingles.get(whole).containsAll(shingles.get(part));
  }

  private double computeResemblance(String a, String b) {
    Set<String> union = new HashSet<>(shingles.get(a));
    union.addAll(shingles.get(b));
    Set<String> intersection = new HashSet<>(shingles.get(a));
    intersection.retainAll(shingles.get(b));
    return (double) intersection.size() / union.size();
  }

  /** In how many slots the sketches of two texts of a scope agree. */
  private int agreeingSlots(String a, String b, String scope) {
    Map<String, byte[]> sketches = sketchesByScope.get(SCOPES.indexOf(scope));
    return packing.agreeing(
        sketches.get(a), SketchValue.SLOTS_OFFSET, sketches.get(b), SketchValue.SLOTS_OFFSET);
  }

  private boolean isExact(double threshold) throws IOException {
    SketchParameters parameters = config(threshold).textSketcher(analyzer()).parameters();
    double error = 3 * Math.sqrt(threshold * (1 - threshold) / packing.slots());
    for (String a : texts) {
      for (String b : texts) {
        if (!isShort(a) && !isShort(b) && resemblance(a, b) >= threshold) {
          for (String scope : SCOPES) {
            if (packing.resemblance(agreeingSlots(a, b, scope)) < resemblance(a, b) - error
                || !shareBand(parameters, a, b, scope)) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }

  private boolean shareBand(SketchParameters parameters, String a, String b, String scope) {
    Map<String, byte[]> sketches = sketchesByScope.get(SCOPES.indexOf(scope));
    long[] keysOfA = new long[parameters.keyCount()];
    long[] keysOfB = new long[parameters.keyCount()];
    parameters.bandKeys(sketches.get(a), 0, keysOfA);
    parameters.bandKeys(sketches.get(b), 0, keysOfB);
    return Arrays.stream(keysOfA).anyMatch(key -> Arrays.stream(keysOfB).anyMatch(k -> k == key));
  }
}
