// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.difference;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Tells parts of dates and times, with the names of months and days in 20 languages. */
final class DateWords {
  private static final List<String> LANGUAGES =
      List.of(
          "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "pl", "cs", "ru", "uk",
          "tr", "el", "ro", "hu", "id");
  private static final int LEAST_LETTERS = 3;

  /** By plain form: whether it needs a capital to be one, as "May" does and "mai" does not. */
  private static final Map<String, Boolean> NAMES = names();

  private static final Pattern WHOLE =
      Pattern.compile(
          "\\d{4}[-./]\\d{1,2}(?:[-./]\\d{1,2})?(?:[tT].*)?" // 2021-03-04, with a time or without
              + "|\\d{1,2}[-./]\\d{1,2}[-./](?:\\d{4}|\\d{2})" // 4.3.2021 and 3/4/21
              + "|\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?" // 10:30
              + "|(?:19|20)\\d{2}"); // 2021
  private static final Pattern PART =
      Pattern.compile("(?i)\\d{1,2}(?:st|nd|rd|th|er|\\.)?|am|pm|utc|gmt|年|月|日");

  private DateWords() {}

  private static Map<String, Boolean> names() {
    Map<String, Boolean> names = new HashMap<>();
    for (String language : LANGUAGES) {
      Locale locale = Locale.of(language);
      for (TextStyle style : List.of(TextStyle.FULL, TextStyle.FULL_STANDALONE)) {
        addNames(names, locale, style);
      }
    }
    addNames(names, Locale.ENGLISH, TextStyle.SHORT); // "Jan" and "Mon"
    names.put("sept", true);
    return names;
  }

  private static void addNames(Map<String, Boolean> names, Locale locale, TextStyle style) {
    for (Month month : Month.values()) {
      addName(names, month.getDisplayName(style, locale));
    }
    for (DayOfWeek day : DayOfWeek.values()) {
      addName(names, day.getDisplayName(style, locale));
    }
  }

  private static void addName(Map<String, Boolean> names, String name) {
    if (name.length() >= LEAST_LETTERS && name.codePoints().allMatch(Character::isLetter)) {
      boolean isCapital = Character.isUpperCase(name.codePointAt(0));
      names.merge(name.toLowerCase(Locale.ROOT), isCapital, Boolean::logicalAnd);
    }
  }

  /** Whether a token is the name of a month or a day. */
  static boolean isName(String token) {
    Boolean needsCapital = NAMES.get(token.toLowerCase(Locale.ROOT));
    return needsCapital != null && (!needsCapital || Character.isUpperCase(token.codePointAt(0)));
  }

  /** Whether a token alone says that a date or a time is meant. */
  static boolean isDate(String token) {
    return isName(token) || WHOLE.matcher(token).matches();
  }

  /** Whether a token is one, or may belong to one, as a day of the month does. */
  static boolean mayBePart(String token) {
    return isDate(token) || PART.matcher(token).matches();
  }
}
