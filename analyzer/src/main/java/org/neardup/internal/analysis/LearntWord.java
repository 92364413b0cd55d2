// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/**
 * A word as texts have it, and the token that an analyzer makes of it. Looking words up waits for
 * memory, so those of eight bytes are in the object itself.
 */
final class LearntWord {
  /** Words with longer terms are to be odd. */
  static final int MAX_TERM = 256;

  private static final int MOST_IN_KEY = Long.BYTES;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Stands for words that are not kept. */
  static final LearntWord UNSUPPORTED = new LearntWord(0, null);

  static {
    UNSUPPORTED.isOdd = true;
  }

  final long key;
  private final char[] letters; // null: the key tells them
  private byte[] longTerm; // in UTF-8; null if it has at most eight bytes
  private long shortTerm;
  private int termLength = -1; // the word has no token
  private long hash; // of the term
  private String type;
  private boolean isKeyword;
  private boolean isOdd;

  private LearntWord(long key, char[] letters) {
    this.key = key;
    this.letters = letters;
  }

  /**
   * A word that has no token yet.
   *
   * @param key all letters, each {@linkplain #appendLetter appended}
   */
  static LearntWord of(long key, boolean isAscii, char[] text, int start, int end) {
    boolean isInKey = isInKey(isAscii, end - start);
    return new LearntWord(key, isInKey ? null : Arrays.copyOfRange(text, start, end));
  }

  /** The key of a word with another letter, which tells the letters of a short word of ASCII. */
  static long appendLetter(long key, char letter) {
    return Long.rotateLeft(key, Byte.SIZE) ^ letter;
  }

  private static boolean isInKey(boolean isAscii, int length) {
    return isAscii && length <= MOST_IN_KEY;
  }

  /** Whether this is the word at a place of a text, which has the same key. */
  boolean isAt(boolean isAscii, char[] text, int start, int end) {
    return letters == null
        ? isInKey(isAscii, end - start)
        : Arrays.equals(letters, 0, letters.length, text, start, end);
  }

  /** Learns the token of this word, of at most {@link #MAX_TERM} bytes. */
  void setToken(BytesRef term, long newHash, String newType, boolean newIsKeyword) {
    byte[] bytes = ArrayUtil.copyOfSubArray(term.bytes, term.offset, term.offset + term.length);
    termLength = bytes.length;
    longTerm = bytes.length > Long.BYTES ? bytes : null;
    shortTerm = longTerm != null ? 0 : (long) LONG.get(Arrays.copyOf(bytes, Long.BYTES), 0);
    hash = newHash;
    type = newType;
    isKeyword = newIsKeyword;
  }

  /** Learns that texts with this word are to be left to the analyzer. */
  void setOdd() {
    isOdd = true;
  }

  boolean isOdd() {
    return isOdd;
  }

  /** Whether the word has a token, which a stop word has not. */
  boolean hasToken() {
    return termLength >= 0;
  }

  /** How many bytes the term has in UTF-8. */
  int termLength() {
    return termLength;
  }

  /** Copies the term in UTF-8 to a place with room for it and seven bytes more. */
  void copyTerm(byte[] to, int at) {
    if (longTerm == null) {
      LONG.set(to, at, shortTerm);
    } else {
      System.arraycopy(longTerm, 0, to, at, termLength);
    }
  }

  /** The hash of the term's characters. */
  long hash() {
    return hash;
  }

  String type() {
    return type;
  }

  /** Whether the token is marked as a keyword. */
  boolean isKeyword() {
    return isKeyword;
  }
}
