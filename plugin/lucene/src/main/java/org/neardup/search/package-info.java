// SPDX-License-Identifier: Apache-2.0

/**
 * Search over a collapsed index: one version of each document, and where the others are.
 *
 * <p>{@link org.neardup.search.OneVersion} hides what the index hides: any Lucene code sees one
 * version, at no cost, but not a variant that matches without its representative. {@link
 * org.neardup.search.BestVersionSearch} searches everything and shows the best version of each
 * group that matches. {@link org.neardup.search.RecordedGroups} tells which documents are in which
 * group. An index built without sketches is collapsed by {@code org.neardup.search.stored}.
 */
package org.neardup.search;
