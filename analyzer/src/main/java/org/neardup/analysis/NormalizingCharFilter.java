// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import java.io.Reader;
import java.text.Normalizer.Form;
import org.apache.lucene.analysis.CharFilter;
import org.neardup.internal.analysis.NormalizingReader;
import org.neardup.internal.analysis.TextNormalizer;

/**
 * Reads a text as a {@link TextNormalizer} writes it. Offsets are those of the original text; a
 * character filter cannot tell starts from ends, so where one character becomes several words, all
 * but the last end where they begin.
 */
final class NormalizingCharFilter extends CharFilter {
  private final NormalizingReader text;

  /**
   * Normalises what a reader gives.
   *
   * @param form NFC or NFKC
   * @throws IllegalArgumentException if the form is another one
   */
  NormalizingCharFilter(Reader input, Form form) {
    super(new NormalizingReader(input, form));
    text = (NormalizingReader) this.input;
  }

  @Override
  public int read(char[] chars, int offset, int count) throws IOException {
    return text.read(chars, offset, count);
  }

  @Override
  protected int correct(int offset) {
    return text.start(offset);
  }
}
