// SPDX-License-Identifier: Apache-2.0

/**
 * Search for what resembles a document or a text: {@link
 * org.neardup.search.similar.NearDuplicateQuery}, in the syntax of Lucene's query parsers too, and
 * {@link org.neardup.search.similar.MostSimilar}.
 */
package org.neardup.search.similar;
