// SPDX-License-Identifier: Apache-2.0

/**
 * Collapses near-duplicates at index time: {@link org.neardup.index.CollapsingIndexWriter} decides
 * for each document whether the index has a near-duplicate, and keeps one version visible.
 */
package org.neardup.index;
