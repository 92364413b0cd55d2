// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.io.IOException;

/**
 * Makes the tokens that an analyzer makes of one text after another, sooner than it does. For one
 * thread.
 */
public interface TextTokens {
  /** Whether {@link #next} finds the tokens of this text; if not, the analyzer must make them. */
  boolean take(String text) throws IOException;

  /** Goes to the next token, and packs it; false at the end of the text. */
  boolean next();

  /**
   * The positions from the token before to the current one; at the end of the text, those after the
   * last one.
   */
  int increment();

  /** The hash of the current term. */
  long hash();

  /** How many characters the current term has. */
  int length();

  /** The current term, in the first {@link #length} places. */
  char[] chars();

  /** All tokens of a text, when {@link #next} has gone over them. */
  PackedTokens tokens();
}
