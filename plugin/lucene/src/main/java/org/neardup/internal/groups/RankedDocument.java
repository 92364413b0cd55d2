// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.util.Arrays;
import org.neardup.internal.compare.SketchValue;

/** What of a document stays the same as long as the index has it. */
public abstract sealed class RankedDocument permits LiveDocument, Group.Member {
  public final String id;
  public final long order;
  public final byte[] value; // as SketchValue lays it out; null: a text without tokens
  public final byte[] rank; // as Ranker makes it

  RankedDocument(String id, long order, byte[] value, byte[] rank) {
    this.id = id;
    this.order = order;
    this.value = value;
    this.rank = rank;
  }

  /** Whether the analyzer makes the same tokens of both texts, and some, in one scope. */
  public final boolean hasSameText(RankedDocument other) {
    // The sketches too are compared, so that two texts must collide in both hashes to be confused.
    return value != null && Arrays.equals(value, other.value);
  }

  /** How many elements its text has, repeats included. */
  public final int elementCount() {
    return value == null ? 0 : SketchValue.elements(value, 0);
  }
}
