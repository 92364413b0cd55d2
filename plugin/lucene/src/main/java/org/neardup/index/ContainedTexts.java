// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

/** What becomes of a text that stands in a longer one, such as a teaser in its article. */
public enum ContainedTexts {
  /** Nothing: only near-duplicates collapse. */
  SHOW,

  /**
   * It is hidden, if at least {@link #LEAST} of its shingles are in a visible document of its scope
   * that is longer, or as long and came first. Where several do, it is hidden behind the one that
   * has most of a sample of its shingles, or else came first. It is never dropped, and never
   * deleted by a {@link Retention}; whatever is a near-duplicate of it stays one. It is visible
   * again when no visible document contains it any more.
   *
   * <p>That is settled by each refresh and commit, not when a document is written, so no {@link
   * Outcome} tells of it; {@link CollapseListener#moved} does. It depends on the visible documents
   * alone.
   *
   * <p>A text is found by runs of 8 shingles that it has in common with the other. So what is
   * promised goes by its length and by how it stands there:
   *
   * <ul>
   *   <li>Fewer than {@link CollapseConfig#minElements} shingles, or than 8: it is not hidden.
   *   <li>From there on, if it stands there whole and in one piece: it is hidden, unless it mostly
   *       repeats itself.
   *   <li>A changed word in the middle costs as many shingles as one has words. Below 20 shingles
   *       {@link #LEAST} leaves room for none, below 100 for no changed word of 5-word shingles but
   *       at the ends. From 100 shingles on, with one changed word for each 100: nearly all are
   *       hidden.
   *   <li>Sentences that stand there in another order, each shorter than 8 shingles: it is missed.
   * </ul>
   */
  HIDE;

  /** The least share of the shingles of a text that are in the other; 1 with a lossless guard. */
  public static final double LEAST = 0.95;
}
