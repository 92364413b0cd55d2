// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.group;

/**
 * How many of the documents under a hot key are looked at, a key that very many share: looking at
 * all would make a template on a million pages quadratic. Those looked at follow from the documents
 * alone, never from segments or threads; what is skipped is counted. The limits of all engines.
 */
public final class HotKeyLimits {
  /**
   * Documents that a search reads in the snapshot, among those that appeared in it, and among the
   * pending ones, each under all keys together.
   */
  public static final int CANDIDATES = 1000;

  /** Visible documents it reads that may have the same text. */
  public static final int COPIES = 1000;

  /** Candidates that may turn out to be no near-duplicates before a search gives up. */
  public static final int UNLIKE = 32;

  /** Visible documents under one key that others are compared with, where groups are derived. */
  public static final int WINDOW = 256;

  /**
   * Documents under one key that each is compared with at least, where pairs are looked for; and
   * comparisons of one document that may fail.
   */
  public static final int ALL_PAIRS = 4000;

  /** Documents read that have one fingerprint. */
  public static final int HOLDERS = 10_000;

  private HotKeyLimits() {}
}
