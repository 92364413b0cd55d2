// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

/**
 * A 64-bit fingerprint of a token sequence: equal for equal sequences, and different for different
 * ones but for a chance of 2^-64 a pair. For exact duplicates of normalised text.
 *
 * <p>For one thread; {@link #reset()} makes it ready for the next text.
 */
public final class Fingerprint {
  private long state;
  private long count;

  /**
   * Appends a token.
   *
   * @param tokenHash its well-mixed hash
   */
  public void add(long tokenHash) {
    state = Hashing.absorb(state, tokenHash);
    count++;
  }

  /** The fingerprint of the tokens so far; more may follow. No tokens have one, too. */
  public long value() {
    return Hashing.combine(state, count);
  }

  /** Forgets all tokens. */
  public void reset() {
    state = 0;
    count = 0;
  }
}
