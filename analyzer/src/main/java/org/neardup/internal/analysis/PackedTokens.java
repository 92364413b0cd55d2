// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.util.List;
import org.apache.lucene.analysis.TokenStream;

/**
 * The tokens that an analyzer made of one field's text, packed, to be indexed without analysing the
 * text again.
 *
 * <p>Carries each token's term, offsets, position increment and length, type, payload, keyword
 * mark, flags and frequency, and the stream's final offset and position increment: all that {@link
 * org.apache.lucene.index.IndexWriter} takes from a stream. Made by a {@link TokenRecorder}.
 *
 * <p>A token is packed as follows. A part is present if the header says so; otherwise it has its
 * default. Numbers are {@code vint}s, low seven bits first; those that may be negative have their
 * sign in the lowest bit. A word of ASCII letters, one position after the word before it, takes two
 * bytes more than its letters.
 *
 * <table>
 * <caption>A token</caption>
 * <tr><th>part</th><th>form</th><th>default</th></tr>
 * <tr><td>length of the term in bytes</td><td>vint</td><td></td></tr>
 * <tr><td>term, usually in UTF-8</td><td>bytes</td><td></td></tr>
 * <tr><td>header</td><td>byte</td><td></td></tr>
 * <tr><td>position increment</td><td>vint</td><td>1</td></tr>
 * <tr><td>start offset, less the end offset of the token before (at first -1), less 1</td>
 *     <td>signed vint</td><td>0</td></tr>
 * <tr><td>end offset, less start offset, less bytes of the term</td>
 *     <td>signed vint</td><td>0</td></tr>
 * <tr><td>type, an index into a table</td><td>vint</td><td>that of the token before</td></tr>
 * <tr><td>frequency</td><td>vint</td><td>1</td></tr>
 * <tr><td>keyword mark, position length, flags</td><td>vints</td><td>0, 1, 0</td></tr>
 * <tr><td>length of the payload in bytes, payload</td><td>vint, bytes</td><td>no payload</td></tr>
 * </table>
 *
 * <p>Immutable; many threads may replay it at once.
 */
public final class PackedTokens {
  // The header's bits, in the order of the parts.
  static final int INCREMENT = 1;
  static final int START = 1 << 1;
  static final int END = 1 << 2;
  static final int TYPE = 1 << 3;
  static final int FREQUENCY = 1 << 4;
  static final int RARE = 1 << 5; // keyword, position length, flags
  static final int PAYLOAD = 1 << 6;

  final byte[] packed;
  final List<String> types;
  final FinalState finalState;
  private final int longestTerm;
  private final boolean isOrderly;

  /** What a stream reports after its last token. */
  record FinalState(int startOffset, int endOffset, int positionIncrement) {}

  PackedTokens(
      byte[] packed,
      List<String> types,
      FinalState finalState,
      int longestTerm,
      boolean isOrderly) {
    this.packed = packed;
    this.types = types;
    this.finalState = finalState;
    this.longestTerm = longestTerm;
    this.isOrderly = isOrderly;
  }

  /** How many bytes the packed tokens take, without final state and types; 0 if there are none. */
  public int sizeInBytes() {
    return packed.length;
  }

  /** Bytes of the longest term; 0 if there are no tokens. */
  public int longestTerm() {
    return longestTerm;
  }

  /**
   * Whether all positions and offsets are such as Lucene takes in any field; it may take others.
   */
  public boolean isOrderly() {
    return isOrderly;
  }

  /**
   * A stream of these tokens, for one thread, which may be reset and consumed repeatedly.
   *
   * <p>It gives terms as bytes alone ({@link
   * org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute}), not as {@link
   * org.apache.lucene.analysis.tokenattributes.CharTermAttribute}: it is for an index writer, not
   * for further filters.
   */
  public TokenStream replay() {
    return replay(null);
  }

  /**
   * The same, reusing a stream that an earlier call returned and that its consumer has closed.
   *
   * @param reuse any stream, or null; reused if this class made it, otherwise ignored
   */
  public TokenStream replay(TokenStream reuse) {
    ReplayStream stream = reuse instanceof ReplayStream earlier ? earlier : new ReplayStream();
    stream.setTokens(this);
    return stream;
  }
}
