// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import org.neardup.record.Place;
import org.neardup.search.explain.Comparison.Compared;

/** Says where two documents stand, and why, if their resemblance does not explain it. */
final class PlaceSentence {
  private PlaceSentence() {}

  static String of(Compared a, Compared b, boolean areNear, int sharedBands) {
    return where(a, b) + why(a, b, areNear, sharedBands);
  }

  private static String where(Compared a, Compared b) {
    if (a.id().equals(b.representative())) {
      return where(b);
    }
    return b.id().equals(a.representative()) ? where(a) : where(a) + "; " + where(b);
  }

  private static String where(Compared document) {
    if (document.place() != Place.VISIBLE && document.id().equals(document.representative())) {
      return document.id() + " stands in for a document that is gone";
    }
    return document.id()
        + switch (document.place()) {
          case VISIBLE -> " is visible";
          case HIDDEN -> " is hidden behind " + document.representative();
          case WOULD_BE_HIDDEN -> " would be hidden behind " + document.representative();
        };
  }

  private static String why(Compared a, Compared b, boolean areNear, int sharedBands) {
    boolean together = a.representative().equals(b.representative());
    if (together == areNear || a.id().equals(b.id())) {
      return "";
    } else if (together) {
      boolean oneForTheOther =
          a.id().equals(b.representative()) || b.id().equals(a.representative());
      return oneForTheOther
          ? "; this was decided by another rule than the current one"
          : "; each is a near-duplicate of that one";
    } else if (a.place() != Place.VISIBLE || b.place() != Place.VISIBLE) {
      return "; a document is hidden behind only one of the visible ones that it resembles";
    }
    return sharedBands == 0
        ? "; no band is the same, so they were never compared"
        : "; one was skipped when the other was written";
  }
}
