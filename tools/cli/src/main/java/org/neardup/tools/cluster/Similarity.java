// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

/**
 * How much two texts resemble each other.
 *
 * @param exact whether it was counted in the elements, rather than estimated
 */
record Similarity(double resemblance, boolean exact) {}
