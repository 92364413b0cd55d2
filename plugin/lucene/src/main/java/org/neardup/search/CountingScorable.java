// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import org.apache.lucene.search.Scorable;

/**
 * Stands between a scorer and Lucene's collector of visible matches, which tells what score a match
 * needs to be a hit: lets the scorer skip what has less once enough documents were counted. For one
 * thread and any number of segments.
 */
final class CountingScorable extends Scorable {
  private final long toCount;
  private Scorable scorer;
  private long counted;
  private float least;
  private boolean skips;

  /**
   * A gate that is closed.
   *
   * @param toCount documents to count before anything is skipped
   */
  CountingScorable(long toCount) {
    this.toCount = toCount;
  }

  /** Before the first document of a segment, in which the least score is told again. */
  void startSegment() {
    least = 0;
  }

  /** Sets where scores come from. */
  void setScorer(Scorable scorer) {
    this.scorer = scorer;
  }

  /** Counts documents that match. */
  void count(long documents) throws IOException {
    long before = counted;
    counted += documents;
    if (counted > toCount && before <= toCount) {
      passOn();
    }
  }

  /** How many documents were counted. */
  long counted() {
    return counted;
  }

  /** Whether a scorer was allowed to skip documents. */
  boolean skips() {
    return skips;
  }

  /** Whether a match may be a hit, unless it is behind a representative that matches, too. */
  boolean isPassed(float score) {
    return score >= least;
  }

  @Override
  public float score() throws IOException {
    return scorer.score();
  }

  @Override
  public void setMinCompetitiveScore(float minScore) throws IOException {
    least = minScore;
    if (counted > toCount) {
      passOn();
    }
  }

  private void passOn() throws IOException {
    if (least > 0) {
      scorer.setMinCompetitiveScore(least);
      skips = true;
    }
  }
}
