// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

/**
 * How many stored texts searches may still read that turn out to be of no near-duplicates: a text
 * takes as long to read as a document to index, and where very many pages of one template are just
 * below the threshold each arrival would read some of them. Each search earns some, so that few are
 * left out but in such a flood. Guarded by the lock of {@link GroupTable}.
 */
final class ReadAllowance {
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
