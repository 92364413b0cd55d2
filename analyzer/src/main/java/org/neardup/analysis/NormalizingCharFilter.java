// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import java.io.Reader;
import java.text.Normalizer.Form;
import org.apache.lucene.analysis.charfilter.BaseCharFilter;

/** Reads a text as a {@link TextNormalizer} writes it. Offsets are those of the original text. */
final class NormalizingCharFilter extends BaseCharFilter {
  private final TextNormalizer normalizer;
  private final char[] block = new char[1 << 9];
  private int length;
  private boolean isEnded;
  private CharSequence normal = "";
  private int next;

  /**
   * Normalises what a reader gives.
   *
   * @param form NFC or NFKC
   * @throws IllegalArgumentException if the form is another one
   */
  NormalizingCharFilter(Reader input, Form form) {
    super(input);
    normalizer = new TextNormalizer(form);
  }

  @Override
  public int read(char[] chars, int offset, int count) throws IOException {
    while (next == normal.length()) {
      if (isEnded && length == 0) {
        return -1;
      }
      readBlock();
    }
    int size = Math.min(count, normal.length() - next);
    for (int i = 0; i < size; i++) {
      chars[offset + i] = normal.charAt(next++);
    }
    return size;
  }

  private void readBlock() throws IOException {
    while (!isEnded && length < block.length) {
      int count = input.read(block, length, block.length - length);
      isEnded = count < 0;
      length += Math.max(count, 0);
    }
    int end = isEnded ? length : TextNormalizer.end(block, length);
    normal = normalizer.normalize(block, end, this::addOffCorrectMap);
    next = 0;
    length -= end;
    System.arraycopy(block, end, block, 0, length);
  }
}
