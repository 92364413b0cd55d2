// SPDX-License-Identifier: Apache-2.0

/**
 * The index-time hook: {@link org.neardup.index.CollapsingIndexWriter} decides of each document
 * whether it is a near-duplicate of one that the index has, and keeps one version visible.
 */
package org.neardup.index;
