// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.util.Arrays;
import org.apache.lucene.util.BytesRef;

/** A word as texts have it, and the token that an analyzer makes of it. */
final class LearntWord {
  private static final int MOST_IN_KEY = Long.BYTES;

  /** Stands for words that are not kept. */
  static final LearntWord ODD = new LearntWord(0, null, null);

  static {
    ODD.isOdd = true;
  }

  final long key;
  private final char[] letters; // null: the key tells them
  final String type;
  private byte[] term; // in UTF-8; null if the word has no token
  private long hash; // of the term
  private boolean isKeyword;
  private boolean isOdd;

  private LearntWord(long key, char[] letters, String type) {
    this.key = key;
    this.letters = letters;
    this.type = type;
  }

  /**
   * A word that has no token yet.
   *
   * @param key all letters, each {@linkplain #appendLetter appended}
   */
  static LearntWord of(long key, boolean isAscii, char[] text, int start, int end, String type) {
    boolean isInKey = isInKey(isAscii, end - start);
    return new LearntWord(key, isInKey ? null : Arrays.copyOfRange(text, start, end), type);
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

  /** Learns the token of this word. */
  void setToken(BytesRef newTerm, long newHash, boolean newIsKeyword) {
    term = BytesRef.deepCopyOf(newTerm).bytes;
    hash = newHash;
    isKeyword = newIsKeyword;
  }

  /** Learns that texts with this word are to be left to the analyzer. */
  void setOdd() {
    isOdd = true;
  }

  boolean isOdd() {
    return isOdd;
  }

  /** The term in UTF-8; null if the word has no token. */
  byte[] term() {
    return term;
  }

  /** The hash of the term's characters. */
  long hash() {
    return hash;
  }

  /** Whether the token is marked as a keyword. */
  boolean isKeyword() {
    return isKeyword;
  }
}
