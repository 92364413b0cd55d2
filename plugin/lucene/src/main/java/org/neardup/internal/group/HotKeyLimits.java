// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.group;

/**
 * How many of the documents under a hot key are looked at, a key that very many share: looking at
 * all would make a template on a million pages quadratic. Those looked at follow from the documents
 * alone, never from segments or threads; what is skipped is counted.
 *
 * @param candidates documents that a search reads in the snapshot, among those that appeared in it,
 *     and among the pending ones, each under all keys together
 * @param copies visible documents it reads that may have the same text
 * @param unlike candidates that may turn out to be no near-duplicates before a search gives up
 * @param window visible documents under one key that others are compared with, where groups are
 *     derived
 * @param allPairs documents under one key that each is compared with at least, where pairs are
 *     looked for; and comparisons of one document that may fail
 * @param holders documents read that have one fingerprint
 */
public record HotKeyLimits(
    int candidates, int copies, int unlike, int window, int allPairs, int holders) {

  /** The limits of all engines. */
  public static final HotKeyLimits DEFAULTS = new HotKeyLimits(1000, 1000, 32, 256, 4000, 10_000);
}
