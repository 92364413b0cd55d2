// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import org.apache.lucene.util.ArrayUtil;

/**
 * Writes a text in one of Unicode's composed forms, with one kind of apostrophe, and without the
 * code points that are not to be seen (Default_Ignorable_Code_Point). For one thread.
 *
 * <p>Works on segments that do not influence each other: a letter, and the marks on it. Without a
 * limit, sorting marks would take time quadratic in their number, so after 256 characters of marks
 * a new segment begins.
 */
final class TextNormalizer {
  /** Receives what {@code BaseCharFilter.addOffCorrectMap} takes. */
  @FunctionalInterface
  interface Shifts {
    /**
     * From an offset of the output on, the input is some characters ahead.
     *
     * @param offset in the output
     * @param ahead may be negative
     */
    void add(int offset, int ahead);
  }

  static final int MAX_SEGMENT = 256;

  // By character, what it becomes whatever stands around it: itself, another one, or one of these.
  private static final char NOT_ASKED = 0;
  private static final char ACTIVE = 0xFFFF; // which is no character
  private static final char[] NFC = new char[1 << Character.SIZE];
  private static final char[] NFKC = new char[1 << Character.SIZE];

  private final Form form;
  private final char[] replacements;
  private final StringBuilder segment = new StringBuilder();
  private final StringBuilder output = new StringBuilder();
  private int read; // of the input, by earlier calls
  private int written; // of the output, by earlier calls
  private char[] chars = {};

  /**
   * Makes a normaliser.
   *
   * @throws IllegalArgumentException if the form is not NFC or NFKC
   */
  TextNormalizer(Form form) {
    this.form = form;
    replacements =
        switch (form) {
          case NFC -> NFC;
          case NFKC -> NFKC;
          default -> throw new IllegalArgumentException("form must be NFC or NFKC, got " + form);
        };
  }

  Form form() {
    return form;
  }

  /** Begins a new text. */
  void reset() {
    read = 0;
    written = 0;
  }

  /**
   * The normal form of a text, if replacing some of its characters by others gives it; else null.
   * Most texts that are not normal have other apostrophes or blanks.
   */
  String inPlace(String text) {
    int length = text.length();
    chars = ArrayUtil.grow(chars, length);
    text.getChars(0, length, chars, 0);
    boolean isNormal = true;
    for (int i = 0; i < length; i++) {
      char replacement = replacement(chars[i]);
      if (replacement == ACTIVE) {
        return null;
      }
      isNormal &= replacement == chars[i];
      chars[i] = replacement;
    }
    return isNormal ? null : new String(chars, 0, length);
  }

  /** Whether a character stays as it is, whatever stands around it. */
  boolean isInert(char c) {
    return c != ACTIVE && replacement(c) == c;
  }

  /**
   * The normal form of the next part of a text, which ends at a {@linkplain #end boundary} or with
   * the text.
   *
   * @param shifts told where characters move
   * @return valid until the next call
   */
  StringBuilder normalize(char[] text, int length, Shifts shifts) {
    output.setLength(0);
    int i = 0;
    while (i < length) {
      int from = i;
      while (i < length && isInert(text[i])) {
        i++;
      }
      if (i < length && i > from) {
        i--; // what follows may be a mark on it
      }
      output.append(text, from, i - from);
      if (i < length) {
        int end = segmentEnd(text, i, length);
        normalizeSegment(text, i, end, shifts);
        i = end;
      }
    }
    read += length;
    written += output.length();
    return output;
  }

  private static int segmentEnd(char[] text, int start, int length) {
    int end = start;
    do {
      int next = end + Character.charCount(Character.codePointAt(text, end, length));
      if (next - start > MAX_SEGMENT) {
        break;
      }
      end = next;
    } while (end < length && !isBoundary(Character.codePointAt(text, end, length)));
    return end;
  }

  private void normalizeSegment(char[] text, int start, int end, Shifts shifts) {
    segment.setLength(0);
    for (int i = start; i < end; ) {
      int codePoint = Character.codePointAt(text, i, end);
      if (!isIgnorable(codePoint)) {
        segment.appendCodePoint(apostrophe(codePoint));
      }
      i += Character.charCount(codePoint);
    }
    int from = output.length();
    output.append(Normalizer.normalize(segment, form));
    for (int i = from; i < output.length(); i++) {
      output.setCharAt(i, (char) apostrophe(output.charAt(i))); // one letter becomes two, with one
    }
    noteShift(end, from, end - start, shifts);
  }

  private void noteShift(int end, int from, int oldLength, Shifts shifts) {
    int newLength = output.length() - from;
    int ahead = read + end - oldLength - written - from; // before the segment
    if (newLength < oldLength) {
      shifts.add(written + output.length(), ahead + oldLength - newLength);
    }
    for (int extra = 1; extra <= newLength - oldLength; extra++) {
      shifts.add(written + from + oldLength + extra - 1, ahead - extra);
    }
  }

  private char replacement(char c) {
    char replacement = replacements[c];
    return replacement == NOT_ASKED ? ask(c) : replacement;
  }

  private char ask(char c) {
    String normal = apostrophe(c) == c ? Normalizer.normalize(String.valueOf(c), form) : "'";
    char replacement = isBoundary(c) && normal.length() == 1 ? normal.charAt(0) : ACTIVE;
    replacements[c] = replacement; // threads may ask at once, and get the same answer
    return replacement;
  }

  /**
   * Up to where the first characters of a text can be normalised before the others are known: the
   * last boundary, or where a segment without end is cut.
   *
   * @param length more than {@link #MAX_SEGMENT}
   */
  static int end(char[] text, int length) {
    for (int i = length - 1; i > 0; i--) {
      if (isBoundary(Character.codePointAt(text, i, length))) {
        return i;
      }
    }
    return segmentEnd(text, 0, length);
  }

  /** Whether a code point has no influence on what stands before it; false if in doubt. */
  private static boolean isBoundary(int codePoint) {
    if (codePoint < 0x300) {
      return codePoint != 0xAD;
    }
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK,
          Character.COMBINING_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> !isIgnorable(codePoint) && !isVowelOrFinal(codePoint);
    };
  }

  /** Whether a code point that is not a mark may join the one before it, or become one that may. */
  private static boolean isVowelOrFinal(int codePoint) {
    return isIn(codePoint, 0x1100, 0x11FF)
        || isIn(codePoint, 0x3130, 0x318F)
        || isIn(codePoint, 0xA960, 0xA97F)
        || isIn(codePoint, 0xD7B0, 0xD7FF)
        || isIn(codePoint, 0xFF9E, 0xFFDC)
        || isIn(codePoint, 0x16D63, 0x16D6A);
  }

  private static boolean isIgnorable(int codePoint) {
    return switch (codePoint) {
      case 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFEFF, 0xFFA0 -> true;
      default ->
          isIn(codePoint, 0x180B, 0x180F)
              || isIn(codePoint, 0x200B, 0x200F)
              || isIn(codePoint, 0x202A, 0x202E)
              || isIn(codePoint, 0x2060, 0x206F)
              || isIn(codePoint, 0xFE00, 0xFE0F)
              || isIn(codePoint, 0xFFF0, 0xFFF8)
              || isIn(codePoint, 0x1BCA0, 0x1BCA3)
              || isIn(codePoint, 0x1D173, 0x1D17A)
              || isIn(codePoint, 0xE0000, 0xE0FFF);
    };
  }

  private static boolean isIn(int codePoint, int first, int last) {
    return codePoint >= first && codePoint <= last;
  }

  /** What people and their programs write in the place of an apostrophe becomes one. */
  private static int apostrophe(int codePoint) {
    return switch (codePoint) {
      case '\u00B4',
          '\u02B9',
          '\u02BB',
          '\u02BC',
          '\u2018',
          '\u2019',
          '\u201B',
          '\u2032',
          '\uFF07' ->
          '\'';
      default -> codePoint;
    };
  }
}
