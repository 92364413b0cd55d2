// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.util.List;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TotalHits;

/**
 * One page of a search that shows one version of each group.
 *
 * @param hits in order, each of another group
 * @param groups how many groups have a document that matches, a document without variants being a
 *     group of its own; earlier pages included
 * @param documents how many documents match
 */
public record BestVersionDocs(List<Hit> hits, TotalHits groups, TotalHits documents) {

  /**
   * One hit.
   *
   * @param doc the document, a {@link org.apache.lucene.search.FieldDoc} if the search was sorted;
   *     the last one of a page is what the next page comes after
   * @param representative the visible document of its group: the document itself, or the one that
   *     it is hidden behind
   * @param versions how many documents the group has, this one included
   * @param matchingVersions how many of these match, this one included; at least so many, if {@link
   *     BestVersionDocs#documents} is a lower bound
   */
  public record Hit(ScoreDoc doc, int representative, int versions, int matchingVersions) {

    /** Whether the document is a hidden one, shown as its representative does not match. */
    public boolean isHidden() {
      return doc.doc != representative;
    }
  }
}
