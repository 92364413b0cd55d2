// SPDX-License-Identifier: Apache-2.0

/**
 * What near-duplicates are: {@link org.neardup.compare.SketchSettings} say how texts are compared,
 * {@link org.neardup.compare.TextSketcher} sketches them, a {@link
 * org.neardup.compare.ResemblanceRule} decides, {@link org.neardup.compare.Guard}s and {@link
 * org.neardup.compare.PairVerdict}s go before it.
 */
package org.neardup.compare;
