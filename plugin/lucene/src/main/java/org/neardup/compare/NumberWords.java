// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Finds the numbers of a text and writes each in one form: a minus, ASCII digits, a point before
 * decimals, a per cent sign or a currency. Numbers in words are none.
 *
 * <ul>
 *   <li>Letters around digits do not count: {@code 15th} and {@code 15} are 15.
 *   <li>What separates groups of three digits is left out: {@code 1,000.5}, {@code 1.000,5} and
 *       {@code 1 000,5} are 1000.5; one point or comma before three digits separates groups, too,
 *       so that {@code 1.234} is 1234, but {@code 0.123} is not.
 *   <li>Another single point or comma is decimal. A date counts by its numbers, without leading
 *       zeros; with other points and commas, as in versions, a number is what stands there.
 *   <li>Hyphens, slashes and colons part numbers, as in ranges, dates and telephone numbers. A
 *       hyphen before a digit and after no letter or digit is a minus.
 *   <li>A currency, as a sign or a code, may stand before the number or behind it.
 *   <li>A fraction or a superscript of one character is a number of its own.
 * </ul>
 */
final class NumberWords {
  private static final String PERCENT = "%\u066a\ufe6a\uff05";
  private static final String MINUS = "-\u2212\ufe63\uff0d";
  private static final Pattern DATE =
      Pattern.compile("\\d{1,2}\\.\\d{1,2}\\.(?:\\d{4}|\\d{2})|\\d{4}\\.\\d{1,2}\\.\\d{1,2}");
  private static final List<String> PERCENT_WORDS =
      List.of(
          "percent",
          "per cent",
          "prozent",
          "procent",
          "pour cent",
          "por ciento",
          "por cento",
          "per cento");
  private static final Map<String, String> CURRENCIES =
      Map.of(
          "USD", "$", "EUR", "€", "GBP", "£", "JPY", "¥", "INR", "₹", "RUB", "₽", "KRW", "₩", "TRY",
          "₺", "ILS", "₪", "UAH", "₴");

  private final char[] text;
  private final Consumer<CharSequence> numbers;
  private final List<String> groups = new ArrayList<>(); // of digits, in ASCII
  private final StringBuilder separators = new StringBuilder(); // one between two groups
  private int next; // where the number before ends
  private int taken; // the same, with what belongs to it
  private int unitStart; // of the unit found before a number

  NumberWords(char[] text, Consumer<CharSequence> numbers) {
    this.text = text;
    this.numbers = numbers;
  }

  /** Finds the numbers that begin in a word; they may end behind it. */
  void find(int start, int end) {
    for (int i = Math.max(start, next); i < end; ) {
      if (isDigit(i)) {
        next = number(i);
        i = next;
      } else {
        i++;
      }
    }
  }

  /** Finds a number that is no digit, as a fraction. */
  void findSign(int at) {
    int codePoint = codePoint(at);
    int type = Character.getType(codePoint);
    if (type == Character.OTHER_NUMBER || type == Character.LETTER_NUMBER) {
      numbers.accept(Character.toString(codePoint));
    }
  }

  private int codePoint(int at) {
    return Character.codePointAt(text, at);
  }

  private boolean isDigit(int at) {
    return at < text.length
        && (text[at] < 128
            ? GuardLetters.isAsciiDigit(text[at])
            : Character.isDigit(codePoint(at)));
  }

  /** Reads the number that begins at a place; returns where it ends. */
  private int number(int start) {
    groups.clear();
    separators.setLength(0);
    int end = group(start);
    while (isDigit(end + 1)) {
      char separator = separator(text[end]);
      if (separator == 0 || (separator == ' ' && !isGrouped(end + 1))) {
        break;
      }
      separators.append(separator);
      end = group(end + 1);
    }
    String digits = digits();
    if (groups.size() == 3 && DATE.matcher(digits).matches()) {
      groups.forEach(group -> numbers.accept(withoutZero(group)));
      taken = end;
    } else {
      numbers.accept(withSigns(start, withoutZero(digits), end));
    }
    return end;
  }

  /** Reads a run of digits; returns where it ends. */
  private int group(int start) {
    StringBuilder digits = new StringBuilder();
    int end = start;
    while (isDigit(end)) {
      int codePoint = codePoint(end);
      digits.append((char) ('0' + Character.digit(codePoint, 10)));
      end += Character.charCount(codePoint);
    }
    groups.add(digits.toString());
    return end;
  }

  private static char separator(char c) {
    return switch (c) {
      case '.', '\u066b', '\uff0e' -> '.';
      case ',', '\u066c', '\uff0c' -> ',';
      case '\'', '\u2019' -> '\'';
      case ' ', '\u00a0', '\u2007', '\u2009', '\u202f' -> ' ';
      default -> 0;
    };
  }

  /** Whether what follows a space belongs to the number: three digits, as all before. */
  private boolean isGrouped(int next) {
    int digits = 0;
    for (int i = next; digits <= 3 && isDigit(i); digits++) {
      i += Character.charCount(codePoint(i));
    }
    return digits == 3 && separators.chars().allMatch(c -> c == ' ') && mayLead();
  }

  private boolean mayLead() {
    return groups.getFirst().length() <= 3 && groups.getFirst().charAt(0) != '0';
  }

  /** The groups as one number. */
  private String digits() {
    int last = groups.size() - 1;
    if (last == 0) {
      return groups.getFirst();
    }
    int joined = mayLead() ? joined(last) : 0;
    char separator = separators.charAt(last - 1);
    if (joined == last) {
      return String.join("", groups);
    }
    boolean isDecimal = separator == '.' || separator == ',';
    if (isDecimal && joined == last - 1 && (joined == 0 || separator != separators.charAt(0))) {
      return String.join("", groups.subList(0, last)) + "." + groups.getLast();
    }
    StringBuilder all = new StringBuilder(groups.getFirst());
    for (int i = 1; i <= last; i++) {
      all.append(separators.charAt(i - 1)).append(groups.get(i));
    }
    return all.toString();
  }

  /** How many groups follow the first one after the same separator and have three digits. */
  private int joined(int last) {
    char separator = separators.charAt(0);
    int joined = 0;
    while (joined < last && separators.charAt(joined) == separator && isThree(joined + 1, last)) {
      joined++;
    }
    return joined;
  }

  /** Also two, in India. */
  private boolean isThree(int group, int last) {
    int digits = groups.get(group).length();
    return digits == 3 || (digits == 2 && group < last && separators.charAt(group) == ',');
  }

  private static String withoutZero(String digits) {
    return digits.length() == 2 && digits.charAt(0) == '0' ? digits.substring(1) : digits;
  }

  /** The number with what stands before and behind it; notes where that ends. */
  private String withSigns(int start, String digits, int end) {
    String number = digits;
    int from = start;
    if (groups.size() == 1 && isPoint(from - 1) && !isPoint(from - 2) && isApart(from - 1)) {
      number = "0." + groups.getFirst();
      from--;
    }
    boolean isNegative = isMinus(from - 1);
    from -= isNegative ? 1 : 0;
    String unit = from > taken ? before(from) : "";
    if (unit.isEmpty()) {
      unit = behind(end);
    } else {
      taken = end;
      isNegative |= isMinus(unitStart - 1);
    }
    return (isNegative ? "-" : "") + number + unit;
  }

  private boolean isPoint(int at) {
    return at >= 0 && separator(text[at]) == '.';
  }

  private boolean isMinus(int at) {
    return at >= 0 && MINUS.indexOf(text[at]) >= 0 && isApart(at);
  }

  /** Whether no letter and no digit is before a place. */
  private boolean isApart(int at) {
    return !GuardLetters.isInWord(text, at);
  }

  private boolean isSpace(int at) {
    return at >= 0 && at < text.length && separator(text[at]) == ' ';
  }

  /** The sign, or the currency, that ends before a number; "" if there is none. */
  private String before(int number) {
    int end = isSpace(number - 1) ? number - 1 : number;
    if (end <= taken) {
      return "";
    }
    String sign = sign(end - 1);
    unitStart = end - 1;
    if (sign.isEmpty() && end - 3 >= taken && isApart(end - 3)) {
      unitStart = end - 3;
      return CURRENCIES.getOrDefault(new String(text, unitStart, 3), "");
    }
    return PERCENT.contains(sign) && end < number ? "" : sign;
  }

  /** The same for one that begins behind a number. */
  private String behind(int number) {
    taken = number;
    int start = isSpace(number) ? number + 1 : number;
    if (start >= text.length) {
      return "";
    }
    String unit = sign(start);
    if (unit.isEmpty()) {
      unit = word(start);
      taken = unit.isEmpty() ? number : start + 3;
    } else if (isDigit(start + 1)) {
      return ""; // that of the next number
    } else {
      taken = start + 1;
    }
    return unit;
  }

  private String sign(int at) {
    char c = text[at];
    if (PERCENT.indexOf(c) >= 0) {
      return "%";
    }
    boolean isSign = c == '\u2030' || Character.getType(c) == Character.CURRENCY_SYMBOL;
    return isSign ? GuardLetters.normalized(String.valueOf(c)) : "";
  }

  private String word(int start) {
    int end = GuardLetters.end(text, start);
    if (end - start == 3) {
      String currency = CURRENCIES.get(new String(text, start, 3));
      if (currency != null) {
        return currency;
      }
    }
    boolean isPercent =
        (text[start] | 0x20) == 'p' && PERCENT_WORDS.stream().anyMatch(word -> isAt(start, word));
    return isPercent ? "%" : "";
  }

  private boolean isAt(int start, String word) {
    int end = start + word.length();
    return end <= text.length
        && new String(text, start, word.length()).equalsIgnoreCase(word)
        && GuardLetters.end(text, end) == end;
  }
}
