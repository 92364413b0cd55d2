// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.Arrays;

/**
 * A live document as decisions see it: its identity, and which group it is in now. Guarded by the
 * lock of {@link GroupTable}.
 */
final class Entry {
  static final int PENDING = -1;

  final String id;
  final long order;
  final byte[] value; // as SketchValue lays it out; null: a text without tokens
  final int doc; // in the current view, or PENDING

  long group;
  boolean hidden;
  SketchedText text; // until the next refresh; null for documents of the view
  boolean written; // the index writer has it; only then can its flags be updated there
  boolean flagsBehind; // the index has other flags than these

  Entry(String id, long order, byte[] value, int doc) {
    this.id = id;
    this.order = order;
    this.value = value;
    this.doc = doc;
  }

  /** Whether the analyzer makes the same tokens of both texts, and some. */
  boolean hasSameText(Entry other) {
    // The sketches too are compared, so that two texts must collide in both hashes to be confused.
    return value != null && Arrays.equals(value, other.value);
  }
}
