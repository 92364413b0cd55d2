// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import java.util.List;
import java.util.Map;

/**
 * A document as the application made it, whatever became of it.
 *
 * @param serial tells all documents of a trial apart, also those of one id
 * @param texts values of the text fields
 * @param scope null for none
 * @param rank what it may be preferred by, a number or a text; null for none
 * @param date milliseconds since 1970; null for none
 * @param colour for queries
 * @param position for the index sort
 * @param reading of the texts
 */
record TrialDocument(
    int serial,
    String id,
    Map<String, List<String>> texts,
    String scope,
    Object rank,
    Long date,
    String colour,
    int position,
    Reading reading) {

  /** Shingles, repeats included. */
  int length() {
    return reading.length();
  }

  @Override
  public String toString() {
    return "document "
        + serial
        + " (id "
        + id
        + ", "
        + length()
        + " elements, scope "
        + scope
        + ", rank "
        + rank
        + ", date "
        + date
        + ")";
  }
}
