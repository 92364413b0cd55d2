// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.util.List;
import org.neardup.compare.Overlap;
import org.neardup.record.Place;
import org.neardup.search.explain.Comparison.Estimate;

/**
 * The versions of a document that an index holds: the members of its group.
 *
 * @param representative id of the one that stands for all: the visible one, or the first if another
 *     writer deleted that
 * @param total how many there are
 * @param versions the representative, then the others, those that resemble it most first; as many
 *     as were asked for
 */
public record Versions(String representative, int total, List<Version> versions) {

  /**
   * One of them.
   *
   * @param doc Lucene's number of the document in the reader
   * @param id the document's id
   * @param place whether it is shown
   * @param estimate of its resemblance to the representative; null if its text is empty
   * @param exact its resemblance (b) to the representative (a); null if not both texts are stored
   * @param date the value of the field that was asked for; null if none was, or it is not stored
   */
  public record Version(
      int doc, String id, Place place, Estimate estimate, Overlap exact, String date) {}
}
