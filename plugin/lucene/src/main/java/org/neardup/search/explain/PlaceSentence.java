// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.util.Locale;
import org.neardup.compare.Overlap;
import org.neardup.record.Place;
import org.neardup.search.explain.Comparison.Compared;

/** Says where two documents stand, and why, if their resemblance does not explain it. */
final class PlaceSentence {
  private PlaceSentence() {}

  /**
   * Says it.
   *
   * @param exact what the texts say; null if not both are stored
   */
  static String of(Compared a, Compared b, boolean areNear, int sharedBands, Overlap exact) {
    return where(a, b) + why(a, b, areNear, sharedBands, exact);
  }

  private static String where(Compared a, Compared b) {
    if (a.id().equals(b.representative())) {
      return where(b);
    }
    return b.id().equals(a.representative()) ? where(a) : where(a) + "; " + where(b);
  }

  private static String where(Compared document) {
    if (document.place().isVariant() && document.id().equals(document.representative())) {
      return document.id() + " stands in for a document that is gone";
    }
    return document.id()
        + switch (document.place()) {
          case VISIBLE -> " is visible";
          case HIDDEN, CONTAINED -> " is hidden behind " + document.representative();
          case WOULD_BE_HIDDEN -> " would be hidden behind " + document.representative();
        };
  }

  /** Whether a document is hidden as it is contained in the other. */
  private static boolean isBehind(Compared document, Compared other) {
    return isContained(document) && document.representative().equals(other.id());
  }

  private static boolean isContained(Compared document) {
    return document.place() == Place.CONTAINED;
  }

  private static String contained(Double share) {
    return share == null
        ? ", which contains it"
        : String.format(Locale.ROOT, ", which contains %.3f of it", share);
  }

  private static String why(
      Compared a, Compared b, boolean areNear, int sharedBands, Overlap exact) {
    boolean together = a.representative().equals(b.representative());
    if (isBehind(a, b)) {
      return contained(exact == null ? null : exact.containmentOfA());
    } else if (isBehind(b, a)) {
      return contained(exact == null ? null : exact.containmentOfB());
    } else if (together == areNear || a.id().equals(b.id())) {
      return "";
    } else if (together && (isContained(a) || isContained(b))) {
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
