// SPDX-License-Identifier: Apache-2.0
/**
 * From texts to sketches, and from two sketches to a verdict: {@link
 * org.neardup.compare.TextSketcher} makes the sketches of an index, {@link
 * org.neardup.compare.SketchValue} knows their bytes, {@link org.neardup.compare.ResemblanceRule}
 * says which two documents are near-duplicates.
 */
package org.neardup.compare;
