// SPDX-License-Identifier: Apache-2.0

/**
 * From texts to sketches, and from two sketches to a decision: {@link
 * org.neardup.internal.compare.SketchValue} knows their bytes, {@link
 * org.neardup.internal.compare.SketchParameters} what all sketches of a field share, and {@link
 * org.neardup.internal.compare.SketchComparer} decides which two documents are near-duplicates. No
 * other package compares slots or applies the threshold.
 */
package org.neardup.internal.compare;
