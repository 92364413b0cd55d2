// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

/**
 * What two sketches say of the resemblance of their texts.
 *
 * @param agreeing slots that are the same
 * @param slots slots of a sketch
 * @param resemblance 0 to 1
 * @param standardError of the resemblance; 0 only of the same text, whose resemblance is 1
 */
public record Estimate(int agreeing, int slots, double resemblance, double standardError) {}
