// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.host;

import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.common.Strings;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * Tells the searches that another cluster sends, which merges what this one finds. Only the
 * description of a request says so.
 */
public final class RemotePart {
  private RemotePart() {}

  /** Whether a search is a part of one that another cluster was asked. */
  public static boolean is(SearchRequest search) {
    SearchRequest bare = // without what a user has written
        new SearchRequest(search)
            .indices(Strings.EMPTY_ARRAY)
            .routing((String) null)
            .preference(null)
            .source(new SearchSourceBuilder())
            .pipeline(null);
    return !bare.toString().contains("localClusterAlias=null");
  }
}
