// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/**
 * Lets no token begin before the one that it follows, which Lucene's index refuses. Filters that
 * join tokens, as {@code CJKBigramFilter} does, take those for neighbours that normalisation made
 * of one character.
 */
final class OrderedOffsetsFilter extends TokenFilter {
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private int lastStart;

  OrderedOffsetsFilter(TokenStream input) {
    super(input);
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (!input.incrementToken()) {
      return false;
    }
    int start = offset.startOffset();
    if (start < lastStart) {
      offset.setOffset(lastStart, Math.max(lastStart, offset.endOffset()));
    } else {
      lastStart = start;
    }
    return true;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    lastStart = 0;
  }
}
