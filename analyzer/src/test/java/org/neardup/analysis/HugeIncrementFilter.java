// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/** Puts the second token at a position that no index accepts. */
public final class HugeIncrementFilter extends TokenFilter {
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);

  public HugeIncrementFilter(TokenStream input) {
    super(input);
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (!input.incrementToken()) {
      return false;
    }
    increment.setPositionIncrement(Integer.MAX_VALUE - 10);
    return true;
  }
}
