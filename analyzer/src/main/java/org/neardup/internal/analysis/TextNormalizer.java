// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import org.apache.lucene.util.ArrayUtil;

/**
 * Writes a text in one of Unicode's composed forms, with one kind of apostrophe, and without the
 * code points that are not to be seen (Default_Ignorable_Code_Point). For one thread.
 *
 * <p>Copies characters that stay as they are. The others are in segments that do not influence each
 * other: a letter, and the marks on it. Without a limit, sorting marks would take time quadratic in
 * their number, so after 256 characters of marks a new segment begins.
 */
public final class TextNormalizer {
  static final int MAX_SEGMENT = 256;

  // By character, what it becomes whatever stands around it: itself, another one, or one of these.
  private static final char NOT_ASKED = 0;
  private static final char ACTIVE = 0xFFFF; // which is no character
  private static final char[] NFC = new char[1 << Character.SIZE];
  private static final char[] NFKC = new char[1 << Character.SIZE];

  private final Form form;
  private final char[] replacements;
  private final StringBuilder segment = new StringBuilder();
  private final OriginalOffsets offsets = new OriginalOffsets();
  private char[] chars = {}; // of the normal form of the current part
  private int length;
  private int read; // of the text, in earlier parts
  private int written; // of the normal form, in earlier parts

  /**
   * Makes a normaliser.
   *
   * @throws IllegalArgumentException if the form is not NFC or NFKC
   */
  public TextNormalizer(Form form) {
    this.form = form;
    replacements =
        switch (form) {
          case NFC -> NFC;
          case NFKC -> NFKC;
          default -> throw new IllegalArgumentException("form must be NFC or NFKC, got " + form);
        };
  }

  public Form form() {
    return form;
  }

  /** Begins a new text. */
  public void reset() {
    length = 0;
    read = 0;
    written = 0;
    offsets.reset();
  }

  /** Whether a character stays as it is, whatever stands around it. */
  boolean isInert(char c) {
    return c != ACTIVE && replacement(c) == c;
  }

  /**
   * Normalises the next part of a text, which ends at a {@linkplain #end boundary} or with the
   * text.
   */
  public void normalize(char[] text, int count) {
    written += length;
    length = 0;
    int segmentEnd = 0;
    for (int i = 0; i < count; ) {
      i = replace(text, i, count);
      if (i < count) {
        if (i > segmentEnd && !isBoundary(Character.codePointAt(text, i, count))) {
          i--; // it may be a mark on what stands before it
          length--;
        }
        segmentEnd = segmentEnd(text, i, count);
        normalizeSegment(text, i, segmentEnd);
        i = segmentEnd;
      }
    }
    read += count;
  }

  /** The normal form of the part normalised last, in the first {@link #length} places. */
  public char[] chars() {
    return chars;
  }

  /** How many characters the normal form has of the part normalised last. */
  public int length() {
    return length;
  }

  /** The places in the text since the last {@link #reset} of those in the normal form. */
  OriginalOffsets offsets() {
    return offsets;
  }

  /** Writes characters that depend on themselves alone; returns where these end. */
  private int replace(char[] text, int start, int end) {
    char[] to = ArrayUtil.grow(chars, length + end - start);
    int shift = length - start;
    int i = start;
    for (; i < end; i++) {
      char replacement = replacement(text[i]);
      if (replacement == ACTIVE) {
        break;
      }
      to[i + shift] = replacement;
    }
    chars = to;
    length = i + shift;
    return i;
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

  private void normalizeSegment(char[] text, int start, int end) {
    segment.setLength(0);
    for (int i = start; i < end; ) {
      int codePoint = Character.codePointAt(text, i, end);
      if (!isIgnorable(codePoint)) {
        segment.appendCodePoint(apostrophe(codePoint));
      }
      i += Character.charCount(codePoint);
    }
    int from = length;
    String normal = Normalizer.normalize(segment, form);
    chars = ArrayUtil.grow(chars, length + normal.length());
    for (int i = 0; i < normal.length(); i++) {
      chars[length++] = (char) apostrophe(normal.charAt(i)); // one letter becomes two, with one
    }
    if (segment.length() < end - start || normal.length() != segment.length()) {
      boolean isFirstApart = from < length && replacement(text[start]) == chars[from];
      int apart = isFirstApart ? 1 : 0;
      offsets.add(written + from + apart, written + length, read + start + apart, read + end);
    }
  }

  private char replacement(char c) {
    char replacement = replacements[c];
    return replacement == NOT_ASKED ? ask(c) : replacement;
  }

  private char ask(char c) {
    String normal = apostrophe(c) == c ? Normalizer.normalize(String.valueOf(c), form) : "'";
    char replacement =
        isBoundary(c) && normal.length() == 1 ? (char) apostrophe(normal.charAt(0)) : ACTIVE;
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
    return isIn(codePoint, 0x1160, 0x11FF)
        || isIn(codePoint, 0x3130, 0x318F)
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
          '\u1FFD', // the first of these, to Unicode
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
