// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.io.IOException;
import java.io.Reader;
import java.text.Normalizer.Form;
import org.apache.lucene.analysis.CharFilter;

/** Reads a text as a {@link TextNormalizer} writes it. */
public final class NormalizingReader extends Reader {
  private final Reader in;
  private final TextNormalizer normalizer;
  private final char[] block = new char[4 * TextNormalizer.MAX_SEGMENT];
  private int length;
  private boolean isEnded;
  private int next;

  /** Normalises what a reader gives to NFC or NFKC. */
  public NormalizingReader(Reader input, Form form) {
    in = input;
    normalizer = new TextNormalizer(form);
  }

  @Override
  public int read(char[] chars, int offset, int count) throws IOException {
    while (next == normalizer.length()) {
      if (isEnded && length == 0) {
        return -1;
      }
      readBlock();
    }
    int size = Math.min(count, normalizer.length() - next);
    System.arraycopy(normalizer.chars(), next, chars, offset, size);
    next += size;
    return size;
  }

  private void readBlock() throws IOException {
    while (!isEnded && length < block.length) {
      int count = in.read(block, length, block.length - length);
      isEnded = count < 0;
      length += Math.max(count, 0);
    }
    int end = isEnded ? length : TextNormalizer.end(block, length);
    normalizer.normalize(block, end);
    next = 0;
    length -= end;
    System.arraycopy(block, end, block, 0, length);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Where the text begins of which a character was made. */
  public int start(int offset) {
    return original(normalizer.offsets().start(offset));
  }

  /** Where the text ends of which what was read up to an offset was made. */
  public int end(int offset) {
    return original(normalizer.offsets().end(offset));
  }

  private int original(int offset) {
    return in instanceof CharFilter filter ? filter.correctOffset(offset) : offset;
  }
}
