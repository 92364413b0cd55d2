// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.util.List;
import org.neardup.internal.groups.DuplicateFinder.Match;
import org.neardup.internal.record.DocumentRecord;

/**
 * What was decided on a document that arrived, which is still to be written.
 *
 * @param document the document; its flags may change before it is written
 * @param replaced the document that had its id, or null
 * @param behind what it is hidden or dropped for, or null
 * @param displaced the representatives that it takes the place of; the one that it resembles most
 *     first
 * @param dropped whether it is not to be written at all
 * @param isJudged whether there may be verdicts on it
 */
public record Placement(
    LiveDocument document,
    LiveDocument replaced,
    Match behind,
    List<Match> displaced,
    boolean dropped,
    boolean isJudged) {
  /** What is to be written of the document. */
  public DocumentRecord record() {
    return document.record();
  }

  /**
   * Whether the document may have moved since; if so, {@link #takePlaceOfNow} is to be called under
   * the lock, before it is written.
   */
  public boolean isAwaited() {
    return document.isAwaited();
  }

  /** Has the document written in the place that it has now. */
  public void takePlaceOfNow() {
    document.setIndexedAsPlaced();
  }

  /**
   * Notes, without the lock, that the index writer has the document or need not have it; returns
   * whether that is all. If not, {@link GroupTable#written} is to be told.
   */
  public boolean finish() {
    return !isJudged && (dropped || document.setWrittenUnlessAwaited());
  }
}
