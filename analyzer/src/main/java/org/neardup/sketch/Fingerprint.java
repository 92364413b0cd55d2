// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

/**
 * A 64-bit fingerprint of a token sequence: equal for equal sequences, while two different
 * sequences have the same one with probability 2^-64. Finds exact duplicates of normalised text.
 *
 * <p>For one thread; {@link #reset()} prepares it for the next text.
 */
public final class Fingerprint {
  private long state;
  private long count;

  /** Starts with no tokens. */
  public Fingerprint() {}

  /**
   * Appends a token.
   *
   * @param tokenHash its well-mixed hash
   */
  public void add(long tokenHash) {
    state = Hashing.absorb(state, tokenHash);
    count++;
  }

  /** The fingerprint of the tokens so far; more may follow. The empty sequence has one, too. */
  public long value() {
    return Hashing.combine(state, count);
  }

  /** Forgets all tokens. */
  public void reset() {
    state = 0;
    count = 0;
  }
}
