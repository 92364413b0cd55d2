// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import org.neardup.search.Comparison.Compared;

/** Says in words where two documents stand, and why, if that is not what their resemblance says. */
final class Places {
  private Places() {}

  static String describe(Compared a, Compared b, Verdict verdict, int sharedBands) {
    boolean together = a.representative().equals(b.representative());
    return where(a, b) + why(a, b, together, verdict.nearDuplicates(), sharedBands);
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

  private static String why(
      Compared a, Compared b, boolean together, boolean nearDuplicates, int sharedBands) {
    if (together == nearDuplicates || a.id().equals(b.id())) {
      return "";
    } else if (together) {
      boolean oneForTheOther =
          a.id().equals(b.representative()) || b.id().equals(a.representative());
      return oneForTheOther
          ? "; this was decided by another rule than the one of now"
          : "; each is a near-duplicate of that";
    } else if (a.place() != Place.VISIBLE || b.place() != Place.VISIBLE) {
      return "; a document is hidden behind one of the visible ones that it resembles, and only it";
    }
    return sharedBands == 0
        ? "; no band is the same, so they were never compared"
        : "; the one was passed over when the other was written";
  }
}
