// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.compare;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.analysis.NormalizedAnalyzer;

/**
 * Finds words that deny in a normalised text: those of the file {@code negations.txt}, in whatever
 * language; each is compared by its form there, and what shortens or joins "not" as "not". Case
 * does not count. Scripts that do not part words by spaces, and Korean, have negations anywhere in
 * a run of letters. Prefixes such as un- are no negations.
 */
public final class NegationWords {
  private static final int MAX_LENGTH = 32;
  private static final String NOT = "not";

  /** By folded form, what it counts as. */
  private static final Map<String, String> WORDS = new HashMap<>();

  private static final int SHAPE_BITS = (1 << 14) - 1;

  /** What {@link #shape} tells of the words: most others are told from these without a look-up. */
  private static final FixedBitSet SHAPES = new FixedBitSet(SHAPE_BITS + 1);

  /** Those within runs of letters. */
  private static final List<String> PARTS = new ArrayList<>();

  private static final BitSet FIRST_OF_PARTS = new BitSet();

  static {
    for (String line : lines("negations.txt")) {
      String[] words = NormalizedAnalyzer.normalized(line).split(" ");
      for (int i = 1; i < words.length; i++) {
        String word = words[i];
        if (word.startsWith("*")) {
          PARTS.add(word.substring(1));
          FIRST_OF_PARTS.set(word.charAt(1));
        } else if (word.startsWith("=")) {
          addWord(word.substring(1), NOT);
        } else {
          addWord(word, word);
        }
      }
    }
  }

  private NegationWords() {}

  /** The lines of a file beside this class, without comments. */
  static List<String> lines(String name) {
    try (InputStream file = NegationWords.class.getResourceAsStream(name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void addWord(String word, String meaning) {
    String folded = folded(word);
    WORDS.put(folded, meaning);
    SHAPES.set(shape(folded.toCharArray(), 0, folded.length()));
  }

  private static char fold(char c) {
    if (c < 128) {
      return c >= 'A' && c <= 'Z' ? (char) (c | 0x20) : c;
    }
    return Character.toLowerCase(Character.toUpperCase(c)); // also one sigma
  }

  private static String folded(String word) {
    char[] chars = word.toCharArray();
    for (int i = 0; i < chars.length; i++) {
      chars[i] = fold(chars[i]);
    }
    return new String(chars);
  }

  /** Takes the negations in a word, or that it is. */
  static void find(char[] text, int start, int end, Consumer<CharSequence> negations) {
    String found = end - start == 1 ? elided(text, start) : null;
    if (found == null) {
      found = meaning(new String(text, start, end - start), negations);
    }
    if (found != null) {
      negations.accept(found);
    }
  }

  /** False if a word of alphabetic characters is surely no negation. */
  static boolean mayBe(char[] text, int start, int end) {
    return end - start == 1 || SHAPES.get(shape(text, start, end));
  }

  /** A hash of the first two letters of a word, its last, and how many it has. */
  private static int shape(char[] text, int start, int end) {
    int shape = fold(text[start]) * 31 + fold(text[Math.min(start + 1, end - 1)]);
    return (shape * 31 + fold(text[end - 1])) * 31 + (end - start) & SHAPE_BITS;
  }

  /** "n't" and French "n'", whose apostrophe parts words; null if a letter alone is neither. */
  private static String elided(char[] text, int at) {
    char c = fold(text[at]);
    if (c == 't' && isApostrophe(text, at - 1) && fold(text[at - 2]) == 'n') {
      return NOT;
    }
    boolean isElided =
        c == 'n'
            && at + 2 < text.length
            && isApostrophe(text, at + 1)
            && GuardLetters.begins(Character.codePointAt(text, at + 2));
    return isElided ? "ne" : null;
  }

  private static boolean isApostrophe(char[] text, int at) {
    return at > 0 && text[at] == '\'';
  }

  /** What a word counts as, null if it does not deny; takes those within it. */
  private static String meaning(String word, Consumer<CharSequence> negations) {
    for (int i = 0; i < word.length(); i++) {
      if (FIRST_OF_PARTS.get(word.charAt(i))) {
        for (String part : PARTS) {
          if (word.startsWith(part, i)) {
            negations.accept(part);
          }
        }
      }
    }
    return word.length() <= MAX_LENGTH ? WORDS.get(folded(word)) : null;
  }
}
