// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.neardup.analysis.Shingling;

/**
 * What an analyzer reads in the texts of a document: tokens, and the shingles made of them by their
 * definition, as strings.
 */
final class Reading {
  private static final String FILLER = "\u0000";
  private static final String JOINT = "\u0001";

  private record Token(String term, int increment) {}

  /**
   * The tokens of one value of a field; how far the end is from the last counts as an increment.
   */
  private record Value(String field, List<Token> tokens, int atEnd) {}

  private final List<Value> values = new ArrayList<>();
  private final int length; // shingles, repeats included
  private final int[] distinct; // by their numbers, in ascending order

  /**
   * Reads the values of the text fields, in the order of the fields.
   *
   * @param numbers of the shingles seen so far; new ones are added
   */
  Reading(
      Analyzer analyzer,
      Shingling shingling,
      List<String> fields,
      Map<String, List<String>> texts,
      Map<String, Integer> numbers)
      throws IOException {
    List<String> elements = new ArrayList<>();
    for (String field : fields) {
      for (String text : texts.getOrDefault(field, List.of())) {
        Value value = tokens(analyzer, field, text);
        values.add(value);
        elements.addAll(numbered(shingling, shingles(shingling, units(shingling, value.tokens))));
      }
    }
    length = elements.size();
    distinct =
        elements.stream()
            .mapToInt(each -> numbers.computeIfAbsent(each, shingle -> numbers.size()))
            .distinct()
            .sorted()
            .toArray();
  }

  private static Value tokens(Analyzer analyzer, String field, String text) throws IOException {
    List<Token> tokens = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream(field, text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        tokens.add(new Token(term.toString(), increment.getPositionIncrement()));
      }
      stream.end();
      return new Value(field, tokens, increment.getPositionIncrement());
    }
  }

  /** Words or characters; of tokens at one position the first is the word. */
  private static List<String> units(Shingling shingling, List<Token> tokens) {
    List<String> units = new ArrayList<>();
    for (Token token : tokens) {
      if (token.increment == 0 && !units.isEmpty()) {
        continue;
      }
      if (shingling.unit() == Shingling.Unit.CHARACTER) {
        if (!units.isEmpty()) {
          units.add(" ");
        }
        token.term.codePoints().forEach(each -> units.add(Character.toString(each)));
      } else {
        if (shingling.gaps() == Shingling.Gaps.FILL) {
          for (int i = 1; i < Math.min(token.increment, shingling.size()); i++) {
            units.add(FILLER);
          }
        }
        units.add(token.term);
      }
    }
    return units;
  }

  private static List<String> shingles(Shingling shingling, List<String> units) {
    int size = shingling.size();
    boolean wraps = shingling.tail() == Shingling.Tail.WRAP && units.size() >= size;
    List<String> shingles = new ArrayList<>();
    int from = 0;
    int end = 0;
    for (; wraps ? from < units.size() : from + size <= units.size(); from += shingling.step()) {
      List<String> window = new ArrayList<>();
      for (int i = from; i < from + size; i++) {
        window.add(units.get(i % units.size()));
      }
      shingles.add(String.join(JOINT, window));
      end = from + size;
    }
    boolean keepsRest = !wraps && shingling.tail() != Shingling.Tail.DROP;
    if (keepsRest && end < units.size() && from < units.size()) {
      shingles.add(String.join(JOINT, units.subList(from, units.size())));
    }
    return shingles;
  }

  /** Tells repeats apart if the shingling does. */
  private static List<String> numbered(Shingling shingling, List<String> shingles) {
    if (!shingling.occurrences()) {
      return shingles;
    }
    Map<String, Integer> seen = new HashMap<>();
    List<String> numbered = new ArrayList<>();
    for (String shingle : shingles) {
      numbered.add(shingle + JOINT + JOINT + seen.merge(shingle, 1, Integer::sum));
    }
    return numbered;
  }

  /** Shingles, repeats included. */
  int length() {
    return length;
  }

  /** Different shingles. */
  int distinct() {
    return distinct.length;
  }

  /** Different shingles that both have. */
  int common(Reading other) {
    int common = 0;
    for (int i = 0, j = 0; i < distinct.length && j < other.distinct.length; ) {
      int difference = Integer.compare(distinct[i], other.distinct[j]);
      common += difference == 0 ? 1 : 0;
      i += difference <= 0 ? 1 : 0;
      j += difference >= 0 ? 1 : 0;
    }
    return common;
  }

  /** Whether an analyzer reads the same in both, in the same places. */
  boolean isSame(Reading other) {
    return values.equals(other.values);
  }

  /** The terms that a search finds the document by. */
  Set<String> terms(String field) {
    Set<String> terms = new HashSet<>();
    for (Value value : values) {
      if (value.field.equals(field)) {
        value.tokens.forEach(token -> terms.add(token.term));
      }
    }
    return terms;
  }
}
