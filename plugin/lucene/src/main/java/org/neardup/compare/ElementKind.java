// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import org.neardup.analysis.Shingling;

/** What documents are compared by. */
public enum ElementKind {
  /** Runs of words or characters of their texts. */
  SHINGLES,
  /** The values of fields, each once. */
  SETS,
  /** The values of fields, as often as they occur. */
  BAGS;

  static ElementKind of(Shingling shingling) {
    if (shingling.unit() != Shingling.Unit.VALUE) {
      return SHINGLES;
    }
    return shingling.occurrences() ? BAGS : SETS;
  }
}
