// SPDX-License-Identifier: Apache-2.0

/**
 * Groups that follow from what a reader holds: for engines that own the writer. Documents carry
 * sketches only ({@link org.neardup.codec.SketchField}); {@link
 * org.neardup.search.derived.GroupDeriver} finds which of them are versions of another.
 *
 * <p>Experimental: may change with a minor release.
 */
package org.neardup.search.derived;
