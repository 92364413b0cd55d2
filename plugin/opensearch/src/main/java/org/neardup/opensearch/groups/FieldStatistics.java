// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

/**
 * What is known of the groups of one field in one shard, as of the last derivation.
 *
 * @param field of the sketches
 * @param state whether the groups of the last reader are known
 * @param documents live, with or without a sketch; nested ones included
 * @param sketched of them
 * @param hidden of the sketched ones
 * @param groups of more than one document
 * @param millis that the last derivation took
 * @param bytes of memory
 * @param failure why the last derivation failed, null if it did not
 */
public record FieldStatistics(
    String field,
    State state,
    long documents,
    long sketched,
    long hidden,
    long groups,
    long millis,
    long bytes,
    String failure) {

  /** Whether searches see groups. */
  public enum State {
    /** Nobody asked yet. */
    NEW,
    /** In the background; searches hide nothing. */
    DERIVING,
    /** Searches hide all but one version. */
    READY,
    /** Searches that ask for one version fail. */
    FAILED
  }
}
