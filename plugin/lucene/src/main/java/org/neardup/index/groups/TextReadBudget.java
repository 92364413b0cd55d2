// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

/**
 * How many stored texts searches may still read in vain. Reading a text takes as long as indexing a
 * document, and where very many pages of one template are just below the threshold, each arrival
 * would read several of them. Each search earns some, so only such floods use the allowance up.
 */
final class TextReadBudget {
  private static final int EARNED = 2;
  private static final int MOST_SAVED = 10_000;

  private long left = MOST_SAVED;

  /** Notes that a search begins. */
  void earn() {
    left = Math.min(MOST_SAVED, left + EARNED);
  }

  /** Notes how many texts were read in vain. */
  void spend(long texts) {
    left -= texts;
  }

  boolean isSpent() {
    return left <= 0;
  }
}
