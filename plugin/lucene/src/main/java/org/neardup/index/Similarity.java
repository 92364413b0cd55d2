// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

/**
 * The resemblance of two documents, estimated or exact.
 *
 * @param resemblance |A∩B| / |A∪B| of the two sets of elements, 0 to 1
 * @param standardError of an estimate, if the resemblance is what it is estimated to be: 0 if all
 *     slots of the sketches agree, as those of texts that differ in a few words may; 0 if exact
 * @param isExact whether the resemblance was counted over all elements of both documents, or both
 *     have the same text
 */
public record Similarity(double resemblance, double standardError, boolean isExact) {
  static final Similarity IDENTICAL = counted(1);

  static Similarity counted(double resemblance) {
    return new Similarity(resemblance, 0, true);
  }

  static Similarity estimated(double resemblance, double standardError) {
    return new Similarity(resemblance, standardError, false);
  }
}
