// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * Estimates how much memory a document takes from reading to indexing, so that one that takes too
 * much is refused before that, and does not end the run. The estimate is about the least heap with
 * which {@code neardup index} takes the document, less that of an empty run, rounded up; it looks
 * at words only where a document may come near to the limit. For any thread.
 *
 * @param maxBytes a document that takes more is refused
 */
record DocumentMemory(long maxBytes) {
  /** The line, the text decoded and parsed, the words packed, and what is stored. */
  private static final long BYTES_A_CHARACTER = 10;

  /** Its element, and its place in the text. */
  private static final long BYTES_A_WORD = 16;

  /** In the table of the words of one text, and in the segment that is written of it. */
  private static final long BYTES_A_DIFFERENT_WORD = 100;

  /** A field for each value, stored and indexed. */
  private static final long BYTES_A_VALUE = 500;

  /** A node of the page, and what the parser keeps while it is open. */
  private static final long BYTES_A_TAG = 300;

  /** Every second character begins a word, and no word is there twice. */
  private static final long MOST_BYTES_A_CHARACTER =
      BYTES_A_CHARACTER + (BYTES_A_WORD + BYTES_A_DIFFERENT_WORD) / 2;

  private static final int BITS = 1 << 24;
  private static final double MEGABYTE = 1e6;

  /** Three quarters of the heap: the rest is for the index and what waits for its turn. */
  static long defaultBytes() {
    return Runtime.getRuntime().maxMemory() / 4 * 3;
  }

  /**
   * Looks at all that will be indexed.
   *
   * @throws BadInputException if it takes too much
   */
  InputDocument checked(InputDocument document) throws BadInputException {
    long bytes = 0;
    for (List<String> values : document.fields().values()) {
      for (String value : values) {
        bytes += BYTES_A_VALUE + BYTES_A_CHARACTER * value.length();
      }
    }
    long characters =
        (long) document.text().length() + document.title().length() + document.mainText().length();
    if (bytes + MOST_BYTES_A_CHARACTER * characters > maxBytes) {
      Words words = new Words();
      words.add(document.text());
      words.add(document.title());
      require(bytes + BYTES_A_CHARACTER * characters + words.bytes());
    }
    return document;
  }

  /**
   * Looks at fields that are read and not yet a document.
   *
   * @throws BadInputException if they take too much
   */
  void requireFields(long values, long characters) throws BadInputException {
    require(BYTES_A_VALUE * values + BYTES_A_CHARACTER * characters);
  }

  /**
   * Looks at a page before it is parsed.
   *
   * @throws BadInputException if it takes too much
   */
  void requirePage(String html) throws BadInputException {
    if ((BYTES_A_CHARACTER + BYTES_A_TAG) * html.length() > maxBytes) {
      long tags = html.chars().filter(c -> c == '<').count();
      require(BYTES_A_CHARACTER * html.length() + BYTES_A_TAG * tags);
    }
  }

  private void require(long bytes) throws BadInputException {
    if (bytes > maxBytes) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "a document must take at most %,.0f MB of memory, got one that is estimated to take"
                  + " %,.0f",
              maxBytes / MEGABYTE,
              bytes / MEGABYTE));
    }
  }

  /** Counts words, and estimates by a bitmap of their hashes how many are different. */
  private static final class Words {
    private final BitSet seen = new BitSet(BITS);
    private long words;

    void add(String text) {
      int hash = 0;
      boolean inWord = false;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (Character.isIdeographic(c)) { // each is a word, and there are few different ones
          words++;
        } else if (Character.isLetterOrDigit(c) || Character.isSurrogate(c)) {
          hash = (hash ^ c) * 0x01000193; // FNV-1a
          inWord = true;
          continue;
        }
        if (inWord) {
          end(hash);
        }
        hash = 0;
        inWord = false;
      }
      if (inWord) {
        end(hash);
      }
    }

    private void end(int hash) {
      words++;
      seen.set((hash * 0x9E3779B1) >>> 8); // the upper 24 bits are mixed best
    }

    long bytes() {
      double unset = Math.max(1, BITS - seen.cardinality());
      double different = Math.min((double) words, BITS * Math.log(BITS / unset));
      return BYTES_A_WORD * words + BYTES_A_DIFFERENT_WORD * Math.round(different);
    }
  }
}
