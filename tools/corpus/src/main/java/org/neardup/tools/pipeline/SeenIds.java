// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.pipeline;

import com.carrotsearch.hppc.LongHashSet;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/**
 * Remembers ids as 64-bit hashes: 11 to 22 bytes an id. Two ids of ten million share a hash with a
 * probability below 0.00001; a note would then be wrong, nothing else. For one thread.
 */
public final class SeenIds {
  private final LongHashSet hashes = new LongHashSet();

  /** Adds an id; false if it was there already. */
  public boolean add(String id) {
    return hashes.add(hash(id));
  }

  /** The hash of an id. */
  public static long hash(String id) {
    return StringHelper.murmurhash3_x64_128(new BytesRef(id))[0];
  }
}
