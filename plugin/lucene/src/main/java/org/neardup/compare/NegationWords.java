// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

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

/**
 * Finds words that deny: those of the file {@code negations.txt}, in whatever language; each is
 * compared by its form there, and what shortens or joins "not" as "not". Case does not count.
 * Scripts that do not part words by spaces, and Korean, have negations anywhere in a run of
 * letters. Prefixes such as un- are no negations.
 */
final class NegationWords {
  private static final int MAX_LENGTH = 32;
  private static final String NOT = "not";

  /** Letters and digits in lower case; 0 for what parts words. */
  private static final char[] ASCII = new char[128];

  /** By folded form, what it counts as. */
  private static final Map<String, String> WORDS = new HashMap<>();

  /** The low bits of the hashes of words: most others are told from these without a look-up. */
  private static final BitSet HASHES = new BitSet();

  private static final int HASH_BITS = (1 << 14) - 1;

  /** Those within runs of letters. */
  private static final List<String> PARTS = new ArrayList<>();

  private static final BitSet FIRST_OF_PARTS = new BitSet();

  static {
    for (char c = 0; c < ASCII.length; c++) {
      ASCII[c] = GuardLetters.begins(c) ? Character.toLowerCase(c) : 0;
    }
    for (String line : lines()) {
      String[] words = line.split(" ");
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

  private static List<String> lines() {
    try (InputStream file = NegationWords.class.getResourceAsStream("negations.txt")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void addWord(String word, String meaning) {
    String folded = folded(GuardLetters.normalized(word));
    WORDS.put(folded, meaning);
    HASHES.set(folded.hashCode() & HASH_BITS);
  }

  private static char fold(char c) {
    return c < 128 ? ASCII[c] : Character.toLowerCase(Character.toUpperCase(c)); // also one sigma
  }

  private static String folded(String word) {
    char[] chars = word.toCharArray();
    for (int i = 0; i < chars.length; i++) {
      chars[i] = fold(chars[i]);
    }
    return new String(chars);
  }

  static void find(String text, Consumer<CharSequence> negations) {
    for (int i = 0; i < text.length(); ) {
      char c = text.charAt(i);
      if (c < 128 ? ASCII[c] == 0 : !GuardLetters.begins(text.codePointAt(i))) {
        i++;
        continue;
      }
      int start = i;
      int hash = 0; // as String.hashCode has it of the folded word
      for (; i < text.length(); i++) {
        c = text.charAt(i);
        char folded = c < 128 ? ASCII[c] : isPlain(c) ? fold(c) : 0;
        if (folded == 0) {
          break;
        }
        hash = 31 * hash + folded;
      }
      int plain = i;
      if (i < text.length() && text.charAt(i) >= 128) {
        i = GuardLetters.end(text, i);
      }
      String found = elided(text, start, i);
      if (found == null && (plain < i || HASHES.get(hash & HASH_BITS))) {
        found = meaning(text.substring(start, i), negations);
      }
      if (found != null) {
        negations.accept(found);
      }
    }
  }

  /** Whether a character not of ASCII belongs to words and has no form but the other case. */
  private static boolean isPlain(char c) {
    return (c < 0x300 || (c >= 0x370 && c < 0x483)) && GuardLetters.continues(c);
  }

  /** "n't" and French "n'", whose apostrophe parts words; null if a word is neither. */
  private static String elided(String text, int start, int end) {
    if (end - start != 1) {
      return null;
    }
    char c = fold(text.charAt(start));
    if (c == 't' && isApostrophe(text, start - 1) && fold(text.charAt(start - 2)) == 'n') {
      return NOT;
    }
    boolean isElided =
        c == 'n'
            && end + 1 < text.length()
            && isApostrophe(text, end)
            && GuardLetters.begins(text.codePointAt(end + 1));
    return isElided ? "ne" : null;
  }

  private static boolean isApostrophe(String text, int at) {
    return at > 0 && (text.charAt(at) == '\'' || text.charAt(at) == '\u2019');
  }

  /** What a word counts as, null if it does not deny; takes those within it. */
  private static String meaning(String word, Consumer<CharSequence> negations) {
    String normal = GuardLetters.normalized(word);
    for (int i = 0; i < normal.length(); i++) {
      if (FIRST_OF_PARTS.get(normal.charAt(i))) {
        for (String part : PARTS) {
          if (normal.startsWith(part, i)) {
            negations.accept(part);
          }
        }
      }
    }
    return normal.length() <= MAX_LENGTH ? WORDS.get(folded(normal)) : null;
  }
}
