// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

/**
 * The result of deciding again on all documents of an index.
 *
 * @param visible documents that are now visible
 * @param hidden documents that are now hidden, or were deleted if variants are dropped
 * @param changed documents whose group or visibility changed
 */
public record ReconcileReport(int visible, int hidden, int changed) {}
