// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

/**
 * What came of deciding anew on all documents of an index.
 *
 * @param visible documents that are visible now
 * @param hidden documents that are hidden now, or were deleted if variants are dropped
 * @param changed those whose place is not the one they had
 */
public record Reconciled(int visible, int hidden, int changed) {}
