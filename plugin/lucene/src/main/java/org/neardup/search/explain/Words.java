// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.neardup.compare.Guard;

/**
 * Tells what a single word is. Numbers in digits and names with a capital are those of the guards;
 * beside them there are numbers in words, prefixes that deny, and identifiers by how they are
 * written: with capitals, digits or signs inside.
 */
final class Words {
  private static final Set<String> NUMBERS =
      Set.copyOf(
          List.of(
              ("zero two three four five six seven eight nine ten eleven twelve thirteen fourteen"
                      + " fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty"
                      + " seventy eighty ninety hundred thousand million billion trillion millions"
                      + " billions half percent zwei drei vier fünf sechs sieben acht neun zehn elf"
                      + " zwölf zwanzig dreißig vierzig fünfzig hundert tausend millionen milliarde"
                      + " milliarden prozent deux trois quatre cinq sept huit neuf dix onze douze"
                      + " quinze vingt trente quarante cinquante cent mille milliard milliards dos"
                      + " tres cuatro cinco seis siete ocho nueve diez doce quince veinte treinta"
                      + " cuarenta cincuenta cien ciento mil millón millones")
                  .split(" ")));

  /** Also one sign, as that of a currency. */
  static boolean isNumber(Token token) {
    int first = token.text().codePointAt(0);
    return NUMBERS.contains(token.plain())
        || (!Character.isLetterOrDigit(first) && token.text().length() == 1)
        || (!Character.isLetter(first) && !Guard.NUMBERS.words(token.text()).isEmpty());
  }

  private static final List<String> PREFIXES = List.of("un", "non", "in", "im", "ir", "il", "dis");
  private static final int LEAST_STEM = 4;

  /** Whether of two words one denies the other, as "unlawful" does "lawful". */
  static boolean areOpposite(String plain, String other) {
    return isDenied(plain, other) || isDenied(other, plain);
  }

  private static boolean isDenied(String stem, String other) {
    return stem.length() >= LEAST_STEM
        && PREFIXES.stream()
            .anyMatch(
                prefix ->
                    other.length() == prefix.length() + stem.length()
                        && other.startsWith(prefix)
                        && other.endsWith(stem));
  }

  private static final Pattern IDENTIFIER =
      Pattern.compile(
          ".*\\p{Ll}\\p{Lu}.*" // FloatSorter
              + "|.*\\p{Lu}\\p{Lu}\\p{Ll}\\p{Ll}.*" // IOUtils
              + "|\\p{L}.*\\d.*" // H2O, lucene10
              + "|.*\\w[_@/]\\w.*" // a_b, a@b, a/b
              + "|\\p{L}[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]{2,})+"); // lucene.apache.org
  private static final Pattern LOWER_CASE = Pattern.compile("\\p{Ll}");
  private static final Set<String> LITTLE =
      Set.copyOf(
          List.of(
              ("a an and at by for from i in it its of on or our the their they this to us we you"
                      + " your der die das den dem des ein eine und von zu im am wir sie ihr le la les"
                      + " l un une et de du des nous vous el los las y del")
                  .split(" ")));

  /** Whether a word is one that links others, and so neither makes a name nor breaks one. */
  static boolean isLittle(String plain) {
    return LITTLE.contains(plain);
  }

  /**
   * Whether a token is a name.
   *
   * @param before the words before it
   * @param around the words around it, which tell whether all is in capitals here
   */
  static boolean isName(String token, String before, String around) {
    if (IDENTIFIER.matcher(token).matches()) {
      return true;
    }
    List<String> names = Guard.NAMES.words("a " + token); // within a sentence
    return !names.isEmpty()
        && Guard.NAMES.words(before + " " + token).containsAll(names)
        && LOWER_CASE.matcher(token + around).find();
  }

  private Words() {}

  /**
   * A word of a passage without case and punctuation: a run of letters and digits, with what joins
   * them, as in {@code 1.5}, {@code 2021-03-04}, {@code isn't} and {@code org.apache.Lucene}; or an
   * ideograph, sign of a currency, a percentage or a comparison.
   *
   * @param start where it begins in the passage
   * @param end where it ends
   */
  record Token(String passage, int start, int end) {
    private static final String JOINTS = "-.,:/@'’\u2010\u2011";
    private static final String SIGNS = "%‰<>≤≥=±+"; // beside those of currencies
    private static final Pattern JOINT = Pattern.compile("(?<=\\p{L})[-'’\u2010\u2011]+(?=\\p{L})");
    private static final int BEFORE = 10;

    /** Those of a passage, in order. */
    static List<Token> of(String passage) {
      List<Token> tokens = new ArrayList<>();
      for (int start = 0, end; start < passage.length(); start = end) {
        int first = passage.codePointAt(start);
        end = start + Character.charCount(first);
        if (isOfWord(first)) {
          end = endOfWord(passage, end);
        } else if (!Character.isIdeographic(first) && !isSign(first)) {
          continue;
        }
        tokens.add(new Token(passage, start, end));
      }
      return tokens;
    }

    /** Where a word ends that goes on at a place. */
    private static int endOfWord(String passage, int from) {
      int end = from;
      for (int i = from; i < passage.length(); ) {
        int next = passage.codePointAt(i);
        i += Character.charCount(next);
        if (isOfWord(next)) {
          end = i;
        } else if (JOINTS.indexOf(next) < 0) {
          break;
        }
      }
      return end;
    }

    private static boolean isOfWord(int character) {
      int type = Character.getType(character); // letters, marks and numbers are 1 to 11
      return (type >= Character.UPPERCASE_LETTER
              && type <= Character.OTHER_NUMBER
              && !Character.isIdeographic(character))
          || character == '_';
    }

    private static boolean isSign(int character) {
      return Character.getType(character) == Character.CURRENCY_SYMBOL
          || SIGNS.indexOf(character) >= 0;
    }

    /** As it stands there. */
    String text() {
      return passage.substring(start, end);
    }

    /** The form in which words are compared: lower case, letters without what joins them. */
    String plain() {
      return JOINT.matcher(text()).replaceAll("").toLowerCase(Locale.ROOT);
    }

    /** Whether two have the same plain form, as most do that have the same text. */
    boolean isSame(Token other) {
      return text().equals(other.text()) || plain().equals(other.plain());
    }

    /** The last characters before it. */
    String before() {
      return passage.substring(Math.max(0, start - BEFORE), start);
    }
  }

  /** Tells parts of dates and times, with the names of months and days in 20 languages. */
  static final class DateWords {
    private static final String LANGUAGES =
        "en de fr es it pt nl sv da nb fi pl cs ru uk tr el ro hu id";
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
      for (String language : LANGUAGES.split(" ", -1)) {
        addNames(names, Locale.of(language), TextStyle.FULL);
        addNames(names, Locale.of(language), TextStyle.FULL_STANDALONE);
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
}
