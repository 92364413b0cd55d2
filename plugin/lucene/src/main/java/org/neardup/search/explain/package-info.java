// SPDX-License-Identifier: Apache-2.0

/**
 * Explanations: which versions of a document there are, how much two resemble each other, where
 * their texts differ, and why one is hidden or is not. {@link org.neardup.search.explain.Explainer}
 * answers.
 */
package org.neardup.search.explain;
