// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;

/**
 * A run of (key, document) pairs in ascending order of keys, and of documents within one key. Read
 * once, by one thread.
 *
 * <p>The current pair is in fields, because hundreds of millions pass through a large merge.
 */
abstract class PairStream {
  /** The stored bits of the key, see {@link org.neardup.group.BandKeys#storedKey}. */
  long key;

  int doc;

  /** Moves to the first or next pair; false if there is none. */
  abstract boolean next() throws IOException;
}
