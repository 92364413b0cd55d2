// SPDX-License-Identifier: Apache-2.0
/**
 * Looks at an index as a whole: checks it, repairs it, and decides on all documents again. Not for
 * applications, which call {@link org.neardup.index.IndexCheck} and {@link
 * org.neardup.index.CollapsingIndexWriter}.
 */
package org.neardup.index.upkeep;
