// SPDX-License-Identifier: Apache-2.0
/**
 * From texts to sketches, and from two sketches to a verdict: {@link
 * org.neardup.compare.TextSketcher} makes the sketches of an index, {@link
 * org.neardup.internal.compare.SketchValue} knows their bytes, and {@link
 * org.neardup.internal.compare.SketchComparer} decides by a {@link
 * org.neardup.compare.ResemblanceRule} which two documents are near-duplicates. No other
 * package compares slots or applies the threshold.
 */
package org.neardup.compare;
