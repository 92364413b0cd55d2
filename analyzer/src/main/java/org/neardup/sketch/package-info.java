// SPDX-License-Identifier: Apache-2.0
/**
 * Sketches of element sets: 64-bit element hashes in, small comparable summaries out.
 *
 * <p>{@link org.neardup.sketch.Sketches} makes them. An <em>element</em> is the well-mixed 64-bit
 * hash of a shingle; a <em>sketch</em> has <em>slots</em> that agree with probability r, the
 * resemblance |A∩B| / |A∪B| of the two sets; {@link org.neardup.sketch.Bands} find candidates. This
 * package knows hashes, not documents, and needs only the JDK.
 */
package org.neardup.sketch;
