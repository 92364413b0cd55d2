// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.apache.lucene.analysis.TokenStream;
import org.neardup.search.explain.WordDiff.Change;

/**
 * The passages in which two texts a and b differ, word by word, with a few words around each.
 *
 * <p>A word is what stands between white space, with its punctuation, upper and lower case; and
 * each ideograph. In scripts without blanks between words, such as Thai, it is a token, if it is
 * told how texts are tokenized.
 *
 * @param passages in the order of the texts; none if both have the same words
 * @param complete false if the texts differ in more than 1000 words: what was not aligned by then
 *     is one change
 */
public record TextDifference(List<Passage> passages, boolean complete) {
  private static final int MAX_EDITS = 1000;
  private static final int CONTEXT_WORDS = 5;

  /** Which of the two texts has some words. */
  public enum In {
    /** Both, in the same place. */
    BOTH,
    /** The first only. */
    A,
    /** The second only. */
    B
  }

  /**
   * Some words of one text or both.
   *
   * @param in which has them
   * @param words as they stand there; of both texts, as in the first
   */
  public record Part(In in, String words) {}

  /**
   * A place in which the texts differ.
   *
   * @param wordOfA number of its first word in a, from 0
   * @param wordOfB the same in b
   * @param parts what stands there, in order; read without the parts of the other text, each text
   */
  public record Passage(int wordOfA, int wordOfB, List<Part> parts) {

    /** What stands in one of the texts only, in order. */
    public List<Part> changes() {
      return parts.stream().filter(part -> part.in != In.BOTH).toList();
    }
  }

  /** What stands in one of the texts only, by passage: equal for texts that differ alike. */
  public List<List<Part>> changes() {
    return passages.stream().map(Passage::changes).toList();
  }

  /** Compares two texts. Takes time in proportion to their lengths times the words that differ. */
  public static TextDifference of(String textA, String textB) {
    return of(textA, textB, text -> null);
  }

  /**
   * Compares two texts, by the words that an analyzer finds.
   *
   * @param tokens of a text, with offsets in it
   */
  public static TextDifference of(
      String textA, String textB, Function<String, TokenStream> tokens) {
    Objects.requireNonNull(textA, "textA");
    Objects.requireNonNull(textB, "textB");
    Objects.requireNonNull(tokens, "tokens");
    return of(textA, textB, tokens, MAX_EDITS, CONTEXT_WORDS);
  }

  /** The same with all that is in both texts: in one passage, unless they have the same words. */
  public static TextDifference whole(
      String textA, String textB, Function<String, TokenStream> tokens) {
    int all = Math.max(textA.length(), textB.length());
    return of(textA, textB, tokens, MAX_EDITS, all);
  }

  static TextDifference of(String textA, String textB, int maxEdits) {
    return of(textA, textB, text -> null, maxEdits, CONTEXT_WORDS);
  }

  private static TextDifference of(
      String textA,
      String textB,
      Function<String, TokenStream> tokens,
      int maxEdits,
      int contextWords) {
    return of(ShownWords.of(textA, tokens), ShownWords.of(textB, tokens), maxEdits, contextWords);
  }

  /** The same of words that were found before. */
  static TextDifference of(ShownWords a, ShownWords b) {
    return of(a, b, MAX_EDITS, CONTEXT_WORDS);
  }

  private static TextDifference of(ShownWords a, ShownWords b, int maxEdits, int contextWords) {
    WordDiff diff = WordDiff.of(a, b, maxEdits);
    List<Change> changes = diff.changes();
    List<Passage> passages = new ArrayList<>();
    for (int from = 0, to; from < changes.size(); from = to) {
      to = from + 1;
      while (to < changes.size()
          && changes.get(to).fromA() - changes.get(to - 1).toA() <= 2L * contextWords) {
        to++;
      }
      passages.add(passage(changes.subList(from, to), a, b, contextWords));
    }
    return new TextDifference(passages, diff.isComplete());
  }

  private static Passage passage(
      List<Change> changes, ShownWords a, ShownWords b, int contextWords) {
    Change first = changes.getFirst();
    int before = Math.min(contextWords, first.fromA());
    List<Part> parts = new ArrayList<>();
    int from = first.fromA() - before;
    for (Change change : changes) {
      add(parts, In.BOTH, a.between(from, change.fromA()));
      add(parts, In.A, a.between(change.fromA(), change.toA()));
      add(parts, In.B, b.between(change.fromB(), change.toB()));
      from = change.toA();
    }
    add(parts, In.BOTH, a.between(from, (int) Math.min((long) from + contextWords, a.count())));
    return new Passage(first.fromA() - before, first.fromB() - before, parts);
  }

  private static void add(List<Part> parts, In in, String words) {
    if (!words.isEmpty()) {
      parts.add(new Part(in, words));
    }
  }
}
