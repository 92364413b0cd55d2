// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

/**
 * The resemblance of two documents, estimated or exact.
 *
 * @param resemblance |A∩B| / |A∪B| of the two sets of elements, 0 to 1
 * @param standardError of the estimate; 0 if the resemblance is exact
 */
public record Similarity(double resemblance, double standardError) {
  static final Similarity IDENTICAL = new Similarity(1, 0);

  /** Whether the resemblance was computed from all elements of both documents. */
  public boolean isExact() {
    return standardError == 0;
  }
}
