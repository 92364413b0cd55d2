// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neardup.compare.Guard;
import org.neardup.search.explain.Contrast.Change;
import org.neardup.search.explain.Words.Token;

/**
 * Tells of what kind a change is. The same for both directions; case, punctuation, white space and
 * the marks of Markdown do not count, except that a capital makes a name of a word that no sentence
 * begins with.
 */
record ChangeClassifier(List<Token> a, List<Token> b, String before, String after) {
  /** In longer changes a word that denies says little. */
  private static final int MAX_WORDS_OF_NEGATION = 4;

  private static final Pattern DIGITS = Pattern.compile("[\\d.,'’\\s]+");

  private static final String MARKS = "\\*_`#|~[]"; // of Markdown
  private static final Pattern MARKS_AT_EDGES = // all but one between letters or digits
      Pattern.compile(
          "[MARKS](?:[MARKS]+|(?![\\p{L}\\p{N}])|(?<![\\p{L}\\p{N}][MARKS]))"
              .replace("MARKS", Pattern.quote(MARKS)));

  /**
   * Classifies a change of texts that are not alike.
   *
   * @param before what stands before it in both texts, a few words; empty at their beginning
   * @param a what stands in one text only, may be empty
   * @param b what stands there in the other, may be empty
   * @param after what follows in both texts
   */
  static Change classify(String before, String a, String b, String after) {
    List<Token> tokensOfA = Token.of(MARKS_AT_EDGES.matcher(a).replaceAll(""));
    List<Token> tokensOfB = Token.of(MARKS_AT_EDGES.matcher(b).replaceAll(""));
    int prefix = commonPrefix(tokensOfA, tokensOfB);
    tokensOfA = tokensOfA.subList(prefix, tokensOfA.size());
    tokensOfB = tokensOfB.subList(prefix, tokensOfB.size());
    int suffix = commonPrefix(tokensOfA.reversed(), tokensOfB.reversed());
    tokensOfA = tokensOfA.subList(0, tokensOfA.size() - suffix);
    tokensOfB = tokensOfB.subList(0, tokensOfB.size() - suffix);
    ChangeKind kind = new ChangeClassifier(tokensOfA, tokensOfB, before, after).kind();
    return new Change(a, b, kind, Math.max(tokensOfA.size(), tokensOfB.size()));
  }

  /** Whether two texts differ in case, white space and marks at most; these part numbers. */
  static boolean areAlike(String a, String b) {
    int inA = skip(a, 0);
    int inB = skip(b, 0);
    while (inA < a.length() && inB < b.length()) {
      char c = a.charAt(inA);
      char d = b.charAt(inB);
      int nextA = skip(a, inA + 1);
      int nextB = skip(b, inB + 1);
      boolean isInNumber =
          Character.isDigit(c)
              && Character.isDigit(at(a, nextA))
              && Character.isDigit(at(b, nextB));
      boolean isParted = nextA > inA + 1;
      if ((c != d && Character.toLowerCase(c) != Character.toLowerCase(d))
          || (isInNumber && isParted != nextB > inB + 1)) {
        return false;
      }
      inA = nextA;
      inB = nextB;
    }
    return inA >= a.length() && inB >= b.length();
  }

  /** The next place from one on where neither white space nor a mark of Markdown is. */
  private static int skip(String text, int from) {
    int i = from;
    while (i < text.length() && isGap(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean isGap(char c) {
    return Character.isWhitespace(c)
        || Character.isSpaceChar(c)
        || Character.getType(c) == Character.FORMAT
        || MARKS.indexOf(c) >= 0;
  }

  private static char at(String text, int place) {
    return place < text.length() ? text.charAt(place) : ' ';
  }

  private static int commonPrefix(List<Token> a, List<Token> b) {
    int length = 0;
    while (length < Math.min(a.size(), b.size()) && a.get(length).isSame(b.get(length))) {
      length++;
    }
    return length;
  }

  private ChangeKind kind() {
    if (a.isEmpty() && b.isEmpty()) {
      return ChangeKind.FORM;
    } else if (isDate()) { // before negations: "mai" is one in Italian
      return ChangeKind.DATE;
    } else if (isNegation()) {
      return ChangeKind.NEGATION;
    } else if (all(Words::isNumber)) {
      return areSameNumbers() ? ChangeKind.FORM : ChangeKind.NUMBER;
    }
    return isName() ? ChangeKind.NAME : ChangeKind.WORDS;
  }

  /** As $1,500 and $1500, but not $5 and €5. */
  private boolean areSameNumbers() {
    return words(Guard.NUMBERS, a).equals(words(Guard.NUMBERS, b)) && units(a).equals(units(b));
  }

  private static String units(List<Token> numbers) {
    return DIGITS.matcher(text(numbers)).replaceAll("");
  }

  private static String text(List<Token> tokens) {
    return tokens.stream().map(Token::text).collect(Collectors.joining(" "));
  }

  private Stream<Token> tokens() {
    return Stream.concat(a.stream(), b.stream());
  }

  private boolean all(Predicate<Token> test) {
    return tokens().allMatch(test);
  }

  private boolean isNegation() {
    if (Math.max(a.size(), b.size()) > MAX_WORDS_OF_NEGATION) {
      return false;
    }
    return !words(Guard.NEGATIONS, a).equals(words(Guard.NEGATIONS, b))
        || (a.size() == 1
            && b.size() == 1
            && Words.areOpposite(a.getFirst().plain(), b.getFirst().plain()));
  }

  private static List<String> words(Guard guard, List<Token> tokens) {
    return guard.words(text(tokens));
  }

  private boolean isDate() {
    return all(token -> Words.DateWords.mayBePart(token.text()))
        && (tokens().anyMatch(token -> Words.DateWords.isDate(token.text())) || isBesideDate())
        && !isAmount();
  }

  /** As the 3 in "3 March". */
  private boolean isBesideDate() {
    List<Token> left = Token.of(before);
    List<Token> right = Token.of(after);
    return (!left.isEmpty() && Words.DateWords.isName(left.getLast().text()))
        || (!right.isEmpty() && Words.DateWords.isName(right.getFirst().text()));
  }

  /** As 2000 in "$ 2000". */
  private boolean isAmount() {
    String left = before.strip();
    return !left.isEmpty()
        && Character.getType(left.codePointBefore(left.length())) == Character.CURRENCY_SYMBOL;
  }

  /** Numbers may stand among names. */
  private boolean isName() {
    return all(this::mayBeOfName) && tokens().anyMatch(ChangeClassifier::isTelling);
  }

  private boolean mayBeOfName(Token token) {
    return !isTelling(token) || isName(token);
  }

  private static boolean isTelling(Token token) {
    return !Words.isLittle(token.plain()) && !Words.isNumber(token);
  }

  private boolean isName(Token token) {
    return Words.isName(token.text(), before + " " + token.before(), before + " " + after);
  }
}
