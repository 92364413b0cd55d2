// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * What the request processor tells the response processor.
 *
 * @param field of type {@code neardup}
 * @param variants how many hidden versions to name with each hit
 * @param size of the page
 * @param aggregations a search for them alone; null if they are part of the search for the page, or
 *     if there are none
 */
record PreparedSearch(String field, int variants, int size, SearchSourceBuilder aggregations) {}
