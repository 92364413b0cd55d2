// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

/** Tells which keys of a look-up a segment may have. */
@FunctionalInterface
public interface KeyChoice {
  /** All keys, in all segments. */
  KeyChoice ALL = (segment, key) -> true;

  /**
   * Whether a segment may have a key.
   *
   * @param segment its place in the list of segments
   * @param key its number in the look-up
   */
  boolean mayHave(int segment, int key);
}
