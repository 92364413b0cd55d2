// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import java.util.Random;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.FlagsAttribute;
import org.apache.lucene.analysis.tokenattributes.KeywordAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PayloadAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** Gives tokens arbitrary attributes that an index takes; the same ones after each reset. */
public final class AnyTokenFilter extends TokenFilter {
  private static final String[] TYPES = {"word", "<NUM>", "synonym", "x"};

  private final long seed;
  private final boolean frequencies;
  private Random random;
  private int lastStart;
  private boolean first;

  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);
  private final PositionLengthAttribute length = addAttribute(PositionLengthAttribute.class);
  private final TypeAttribute type = addAttribute(TypeAttribute.class);
  private final PayloadAttribute payload = addAttribute(PayloadAttribute.class);
  private final FlagsAttribute flags = addAttribute(FlagsAttribute.class);
  private final KeywordAttribute keyword = addAttribute(KeywordAttribute.class);
  private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);

  /** Without frequencies other than 1, which an index takes only where it keeps no positions. */
  public AnyTokenFilter(TokenStream input, long seed, boolean frequencies) {
    super(input);
    this.seed = seed;
    this.frequencies = frequencies;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    random = new Random(seed);
    lastStart = 0;
    first = true;
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (!input.incrementToken()) {
      return false;
    }
    place();
    type.setType(TYPES[random.nextInt(TYPES.length)]);
    payload.setPayload(payload());
    flags.setFlags(random.nextInt(3) == 0 ? random.nextInt() : 0);
    keyword.setKeyword(random.nextInt(5) == 0);
    if (frequencies && random.nextInt(3) == 0) {
      frequency.setTermFrequency(1 + random.nextInt(1000));
    }
    return true;
  }

  private void place() {
    int gap = random.nextInt(50) == 0 ? 1 << 20 : random.nextInt(4);
    increment.setPositionIncrement(first ? Math.max(1, gap) : gap);
    first = false;
    length.setPositionLength(random.nextInt(4) == 0 ? TestUtil.nextInt(random, 1, 1000) : 1);
    if (random.nextInt(4) == 0) {
      lastStart += random.nextInt(3); // stacked, or apart from the text
      offset.setOffset(lastStart, lastStart + random.nextInt(300));
    }
    lastStart = Math.max(lastStart, offset.startOffset());
    offset.setOffset(lastStart, Math.max(lastStart, offset.endOffset()));
  }

  private BytesRef payload() {
    if (random.nextInt(3) > 0) {
      return null;
    }
    byte[] bytes = new byte[random.nextInt(10) == 0 ? 200 : random.nextInt(4)];
    random.nextBytes(bytes);
    int from = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
    return new BytesRef(bytes, from, bytes.length - from);
  }

  @Override
  public void end() throws IOException {
    super.end();
    increment.setPositionIncrement(random.nextInt(3));
    offset.setOffset(offset.startOffset(), offset.endOffset() + random.nextInt(5));
  }
}
