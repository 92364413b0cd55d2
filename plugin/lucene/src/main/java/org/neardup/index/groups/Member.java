// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

/**
 * A document as the {@link Group} knows it that it is in, whatever number the current view gives
 * it.
 */
final class Member extends RankedDocument {
  /** About what a member takes of the heap, with what refers to it. */
  static final int BYTES = 450;

  int distance; // from the centre of its group; for GroupDistances
  boolean isByText; // that distance

  Member(String id, long order, byte[] value, byte[] rank) {
    super(id, order, value, rank);
  }

  /** What stays of a document when the view goes. */
  static Member of(RankedDocument profile) {
    return new Member(profile.id, profile.order, profile.value, profile.rank);
  }
}
