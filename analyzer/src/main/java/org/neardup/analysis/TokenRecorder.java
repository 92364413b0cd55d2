// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.util.Optional;
import org.apache.lucene.analysis.TokenStream;

/**
 * Packs the tokens of one stream after another while someone else consumes them.
 *
 * <pre>{@code
 * extractor.add(recorder.tee(analyzer.tokenStream(field, text)));
 * Optional<PackedTokens> tokens = recorder.take();
 * }</pre>
 *
 * <p>{@link ElementExtractor#addReplayable} does both for a document's field. Reuses its buffer.
 * For one thread.
 */
public final class TokenRecorder {
  private static final int MAX_BYTES = 1 << 30; // well below the longest array

  private final TokenPacker packer;
  private RecordingFilter recording;

  /** Creates a recorder that gives up on a stream whose packed tokens exceed 1 GiB. */
  public TokenRecorder() {
    this(MAX_BYTES);
  }

  TokenRecorder(int maxBytes) {
    packer = new TokenPacker(maxBytes);
  }

  /**
   * Returns the same tokens, and records them as they pass. Discards any earlier recording,
   * finished or not.
   *
   * @param tokens a stream not yet reset; closed with the returned one
   */
  public TokenStream tee(TokenStream tokens) {
    recording = new RecordingFilter(tokens, packer);
    return recording;
  }

  /**
   * The tokens of the stream consumed last; empty if they cannot be replayed as they were, because
   * the stream has attributes other than those that {@link PackedTokens} carries, or too many
   * tokens. The text must then be analysed again.
   *
   * @throws IllegalStateException if no stream was consumed to its end since the last call
   */
  public Optional<PackedTokens> take() {
    if (recording == null || !recording.isEnded()) {
      throw new IllegalStateException(
          "a stream must be consumed and ended before its tokens are taken");
    }
    RecordingFilter ended = recording;
    recording = null;
    return ended.tokens();
  }
}
