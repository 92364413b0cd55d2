// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.compare;

import java.nio.CharBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the numbers of a normalised text and writes each in one form: a minus, ASCII digits, a
 * point before decimals, a per cent sign or a currency. Numbers in words are none.
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
 *   <li>A numeral that is no digit, as of Tamil, is a number of its own.
 * </ul>
 */
public final class NumberWords {
  private static final String PERCENT = "%\u066a";
  private static final String MINUS = "-\u2212";
  private static final Pattern DATE =
      Pattern.compile("\\d{1,2}\\.\\d{1,2}\\.(?:\\d{4}|\\d{2})|\\d{4}\\.\\d{1,2}\\.\\d{1,2}");

  /** Groups of three digits; also of two, in India. */
  private static final Pattern GROUPED =
      Pattern.compile(
          "[1-9]\\d{0,2}(?:(?:,\\d{2,3})*,\\d{3}|(?:\\.\\d{3})+|(?:'\\d{3})+|(?: \\d{3})+)");

  private static final Pattern DECIMAL = Pattern.compile("(\\d+|" + GROUPED + ")([.,])(\\d+)");
  private static final Pattern BEFORE_SPACE = Pattern.compile("[1-9]\\d{0,2}(?: \\d{3})*");
  private static final Pattern PERCENT_WORD =
      Pattern.compile(
          "(?i)(?:per ?cent|pro[cz]ent|pour cent|por ciento|p[eo]r cento)(?![\\p{L}\\p{M}\\p{N}])");
  private static final Map<String, String> CURRENCIES =
      Map.of(
          "USD", "$", "EUR", "€", "GBP", "£", "JPY", "¥", "INR", "₹", "RUB", "₽", "KRW", "₩", "TRY",
          "₺", "ILS", "₪", "UAH", "₴");

  private final char[] text;
  private final Consumer<CharSequence> numbers;
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

  /** Finds a number that is no digit. */
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
    StringBuilder written = new StringBuilder(); // in ASCII
    int end = digits(start, written);
    int firstEnd = end;
    while (isDigit(end + 1)) {
      char separator = separator(text[end]);
      StringBuilder following = new StringBuilder();
      int next = separator == 0 ? end : digits(end + 1, following);
      boolean isApart =
          separator == ' ' && !(following.length() == 3 && BEFORE_SPACE.matcher(written).matches());
      if (separator == 0 || isApart) {
        break;
      }
      written.append(separator).append(following);
      end = next;
    }
    if (end > firstEnd && DATE.matcher(written).matches()) {
      List.of(written.toString().split("\\.")).forEach(part -> numbers.accept(withoutZero(part)));
      taken = end;
    } else {
      numbers.accept(withSigns(start, written.toString(), end, end == firstEnd));
    }
    return end;
  }

  /** Reads a run of digits; returns where it ends. */
  private int digits(int start, StringBuilder digits) {
    int end = start;
    while (isDigit(end)) {
      int codePoint = codePoint(end);
      digits.append((char) ('0' + Character.digit(codePoint, 10)));
      end += Character.charCount(codePoint);
    }
    return end;
  }

  private static char separator(char c) {
    return switch (c) {
      case '.', '\u066b' -> '.';
      case ',', '\u066c' -> ',';
      case '\'', ' ' -> c;
      default -> 0;
    };
  }

  /** Digits and what separates them, as one number; as they stand there if they are several. */
  private static String joined(String written) {
    Matcher decimal = DECIMAL.matcher(written);
    if (GROUPED.matcher(written).matches()) {
      return written.replaceAll("\\D", "");
    } else if (decimal.matches() && written.indexOf(decimal.group(2)) == decimal.start(2)) {
      return decimal.group(1).replaceAll("\\D", "") + "." + decimal.group(3);
    }
    return written;
  }

  private static String withoutZero(String digits) {
    return digits.length() == 2 && digits.charAt(0) == '0' ? digits.substring(1) : digits;
  }

  /** The number with what stands before and behind it; notes where that ends. */
  private String withSigns(int start, String written, int end, boolean isWhole) {
    String number = isWhole ? withoutZero(written) : joined(written);
    int from = start;
    if (isWhole && isPoint(from - 1) && !isPoint(from - 2) && isApart(from - 1)) {
      number = "0." + written;
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
    return isSign ? String.valueOf(c) : "";
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
        (text[start] | 0x20) == 'p'
            && PERCENT_WORD
                .matcher(CharBuffer.wrap(text).subSequence(start, text.length))
                .lookingAt();
    return isPercent ? "%" : "";
  }
}
