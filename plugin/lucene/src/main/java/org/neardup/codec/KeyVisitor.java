// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;

/** Told of documents under the keys of a {@link BandLookUp}. */
@FunctionalInterface
public interface KeyVisitor {
  /**
   * A document is under a key. Sketches must not be read before the last such call.
   *
   * @param key its number among {@link BandLookUp#keys()}
   */
  void visit(int key, int doc) throws IOException;
}
