// SPDX-License-Identifier: Apache-2.0
/**
 * What kind of words do two texts differ in? {@link org.neardup.tools.difference.Contrast} tells
 * numbers, dates, names and negations from other words, so that a person sees first what may not be
 * the same after all.
 */
package org.neardup.tools.difference;
