// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.difference;

/**
 * A place in which two texts differ.
 *
 * @param a the words of one text only; empty if it has none there
 * @param b the words of the other only; likewise
 * @param words how many differ, without case and punctuation, in the text that has more of them
 */
public record Change(String a, String b, ChangeKind kind, int words) {

  /** The same of another kind. */
  Change of(ChangeKind other) {
    return new Change(a, b, other, words);
  }
}
