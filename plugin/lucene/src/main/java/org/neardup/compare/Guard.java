// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.neardup.sketch.Hashing;

/** Stands for the guards until they are merged. */
public final class Guard {
  public static final Guard NUMBERS = new Guard("numbers", null);
  public static final Guard NEGATIONS = new Guard("negations", null);
  public static final Guard NAMES = new Guard("names", null);
  public static final Guard LOSSLESS = new Guard("lossless", null);

  private final String name;
  private final String field;

  private Guard(String name, String field) {
    this.name = name;
    this.field = field;
  }

  public static Guard field(String name) {
    return new Guard("field:" + name, name);
  }

  public static Guard parse(String name) {
    for (Guard each : List.of(NUMBERS, NEGATIONS, NAMES, LOSSLESS)) {
      if (each.name.equals(name)) {
        return each;
      }
    }
    if (name.startsWith("field:")) {
      return field(name.substring(6));
    }
    throw new IllegalArgumentException("guard must be one of …, got " + name);
  }

  public boolean hasKey() {
    return !equals(LOSSLESS);
  }

  public String field() {
    return field;
  }

  public int version() {
    return 1;
  }

  public long key(CharSequence text) {
    long key = 0;
    for (String word : words(text)) {
      key = Hashing.combine(key, Hashing.hash(word, 1));
    }
    return key;
  }

  public List<String> words(CharSequence text) {
    if (field != null) {
      return List.of(text.toString());
    }
    String regex =
        switch (name) {
          case "numbers" -> "[$£]?[0-9]+([.,][0-9]+)*";
          case "negations" -> "\\b(not|no|never)\\b";
          default -> "(?<=[a-z] )[A-Z][a-z]+";
        };
    List<String> words = new ArrayList<>();
    Pattern.compile(regex).matcher(text).results().map(MatchResult::group).forEach(words::add);
    words.sort(null);
    return words;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Guard guard && guard.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
