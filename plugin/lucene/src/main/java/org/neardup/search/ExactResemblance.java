// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import org.neardup.sketch.ElementSet;

/**
 * How much two texts a and b resemble each other, counted over all their elements.
 *
 * @param elementsOfA different elements of a
 * @param elementsOfB different elements of b
 * @param common elements that are in both
 * @param resemblance share of all their elements that are in both, 0 to 1
 * @param containmentOfA share of a's elements that are in b, 0 to 1
 * @param containmentOfB share of b's elements that are in a, 0 to 1
 */
public record ExactResemblance(
    int elementsOfA,
    int elementsOfB,
    int common,
    double resemblance,
    double containmentOfA,
    double containmentOfB) {

  static ExactResemblance of(ElementSet a, ElementSet b) {
    return new ExactResemblance(
        a.size(),
        b.size(),
        a.intersectionSize(b),
        a.resemblance(b),
        a.containment(b),
        b.containment(a));
  }
}
