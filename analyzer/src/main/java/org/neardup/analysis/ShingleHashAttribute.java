// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import org.apache.lucene.util.Attribute;

/** The element of a shingle: its well-mixed 64-bit hash. All 64 bits are in use. */
public interface ShingleHashAttribute extends Attribute {
  /** The element of the current shingle; 0 before the first. */
  long getShingleHash();

  /** Sets the element of the current shingle. */
  void setShingleHash(long hash);
}
