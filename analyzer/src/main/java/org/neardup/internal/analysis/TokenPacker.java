// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.UnicodeUtil;

/**
 * Writes tokens in the form that {@link PackedTokens} describes. A hot loop, run for each token of
 * each document indexed: it makes room once per token, then writes without checks. For one thread.
 */
final class TokenPacker {
  // A header, and at most ten numbers of at most five bytes.
  static final int MAX_OVERHEAD = 1 + 10 * 5;

  private static final int MOST_SKIPPED = 1 << 20;

  private final int maxBytes;
  private final List<String> types = new ArrayList<>();
  private byte[] buffer = new byte[1024];
  private byte[] utf8 = {};
  private int length;
  private int previousStart;
  private int previousEnd;
  private long skippedPositions;
  private boolean isOrderly;
  private int longestTerm;
  private String previousType;

  TokenPacker(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  void reset() {
    types.clear();
    length = 0;
    longestTerm = 0;
    previousStart = 0;
    previousEnd = -1;
    skippedPositions = 0;
    isOrderly = true;
    previousType = TypeAttribute.DEFAULT_TYPE;
  }

  /** Adds the current token; false if that would exceed the limit. */
  boolean add(TokenAttributes token) {
    BytesRef payload = token.payload();
    int termBytes = addTerm(token, payload == null ? 0 : payload.length);
    if (termBytes < 0) {
      return false;
    }
    int headerAt = length++;
    int header = addPlace(token.increment(), token.startOffset(), token.endOffset(), termBytes);
    header |= addType(token.type());
    header |= addKind(token);
    if (payload != null) {
      header |= PackedTokens.PAYLOAD;
      addBytes(payload);
    }
    buffer[headerAt] = (byte) header;
    return true;
  }

  /**
   * Makes room for a word of ASCII letters, which the caller writes from {@link #lettersAt} on and
   * then {@linkplain #addWritten adds}.
   *
   * @param letters how many there are, at most
   */
  byte[] room(int letters) {
    makeRoom(letters);
    return buffer;
  }

  /** Where the letters of the next word belong, after its length. */
  int lettersAt() {
    return length + 1;
  }

  /** Adds a word whose letters have been written. */
  void addWritten(int letters, int increment, int start, int end, String type) {
    if (letters < 0x80) {
      buffer[length] = (byte) letters;
      length += 1 + letters;
    } else { // its length takes another byte
      byte[] word = Arrays.copyOfRange(buffer, lettersAt(), lettersAt() + letters);
      addBytes(new BytesRef(word));
    }
    addRest(increment, start, end, letters, type);
  }

  /** Adds a word of any characters. */
  void add(char[] chars, int count, int increment, int start, int end, String type) {
    utf8 = ArrayUtil.growNoCopy(utf8, UnicodeUtil.maxUTF8Length(count));
    int bytes = UnicodeUtil.UTF16toUTF8(chars, 0, count, utf8);
    makeRoom(bytes);
    addBytes(new BytesRef(utf8, 0, bytes));
    addRest(increment, start, end, bytes, type);
  }

  /** Adds the token of a word. */
  void add(LearntWord word, int increment, int start, int end) {
    int termLength = word.termLength();
    makeRoom(termLength + Long.BYTES);
    addVInt(termLength);
    word.copyTerm(buffer, length);
    length += termLength;
    int headerAt = length;
    addRest(increment, start, end, termLength, word.type());
    if (word.isKeyword()) {
      buffer[headerAt] |= PackedTokens.RARE;
      addRare(true, 1, 0);
    }
  }

  private void addRest(int increment, int start, int end, int termBytes, String type) {
    int headerAt = length++;
    int header = addPlace(increment, start, end, termBytes);
    buffer[headerAt] = (byte) (header | addType(type));
  }

  private int addTerm(TokenAttributes token, int payloadBytes) {
    CharTermAttribute chars = token.chars();
    if (chars != null && makeRoom((long) payloadBytes + chars.length())) {
      int from = length;
      addVInt(chars.length());
      if (addAscii(chars.buffer(), chars.length())) {
        return chars.length();
      }
      length = from;
    }
    BytesRef bytes = token.bytes();
    if (!makeRoom((long) payloadBytes + bytes.length)) {
      return -1;
    }
    addBytes(bytes);
    return bytes.length;
  }

  private boolean makeRoom(long bytes) {
    long needed = length + MAX_OVERHEAD + bytes;
    if (needed > buffer.length) {
      if (needed > maxBytes) {
        return false;
      }
      buffer = ArrayUtil.grow(buffer, (int) needed);
    }
    return true;
  }

  private boolean addAscii(char[] chars, int count) {
    byte[] to = buffer;
    int at = length;
    for (int i = 0; i < count; i++) {
      char c = chars[i];
      if (c >= 0x80) {
        return false;
      }
      to[at++] = (byte) c;
    }
    length = at;
    return true;
  }

  // Differences of ints wrap round, and so do the sums when they are read.
  private int addPlace(int increment, int start, int end, int termBytes) {
    int header = 0;
    if (increment != 1) {
      header |= PackedTokens.INCREMENT;
      addVInt(increment);
      skippedPositions += increment;
      isOrderly &= skippedPositions <= MOST_SKIPPED && (increment > 0 || previousEnd >= 0);
    }
    int skipped = start - previousEnd - 1;
    if (skipped != 0) {
      header |= PackedTokens.START;
      addSigned(skipped);
      isOrderly &= start >= previousStart;
    }
    previousStart = start;
    longestTerm = Math.max(longestTerm, termBytes);
    int longer = end - start - termBytes;
    if (longer != 0) {
      header |= PackedTokens.END;
      addSigned(longer);
    }
    previousEnd = end;
    return header;
  }

  private int addType(String type) {
    if (Objects.equals(type, previousType)) {
      return 0;
    }
    addVInt(ordinal(type));
    previousType = type;
    return PackedTokens.TYPE;
  }

  private int addKind(TokenAttributes token) {
    int header = 0;
    int frequency = token.frequency();
    if (frequency != 1) {
      header |= PackedTokens.FREQUENCY;
      addVInt(frequency);
    }
    int positionLength = token.positionLength();
    boolean isKeyword = token.isKeyword();
    int flags = token.flags();
    if (positionLength != 1 || isKeyword || flags != 0) {
      header |= PackedTokens.RARE;
      addRare(isKeyword, positionLength, flags);
    }
    return header;
  }

  private void addRare(boolean isKeyword, int positionLength, int flags) {
    addVInt(isKeyword ? 1 : 0);
    addVInt(positionLength);
    addVInt(flags);
  }

  private int ordinal(String type) {
    int ordinal = types.indexOf(type);
    if (ordinal < 0) {
      ordinal = types.size();
      types.add(type);
    }
    return ordinal;
  }

  private void addSigned(int number) {
    addVInt(number << 1 ^ number >> 31);
  }

  private void addVInt(int number) {
    int rest = number;
    while ((rest & ~0x7F) != 0) {
      buffer[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[length++] = (byte) rest;
  }

  /** Adds bytes after their number. */
  private void addBytes(BytesRef bytes) {
    addVInt(bytes.length);
    System.arraycopy(bytes.bytes, bytes.offset, buffer, length, bytes.length);
    length += bytes.length;
  }

  /** The tokens added since the reset. */
  PackedTokens pack(PackedTokens.FinalState finalState) {
    return new PackedTokens(
        Arrays.copyOf(buffer, length),
        types.isEmpty() ? List.of() : new ArrayList<>(types),
        finalState,
        longestTerm,
        isOrderly);
  }
}
