// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

/**
 * What two sketches say of the resemblance of their texts.
 *
 * @param agreeing slots that are the same
 * @param slots slots of a sketch
 * @param resemblance 0 to 1
 * @param standardError of the resemblance, if it is what it is estimated to be; 0 if all slots are
 *     the same
 */
public record Estimate(int agreeing, int slots, double resemblance, double standardError) {}
