// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import org.neardup.trial.Snapshot.Shown;

/** What adding indexes must leave as it was, beside what holds of any index. */
final class Additions {
  private Additions() {}

  /**
   * Documents stay behind what stays visible, and of those that were visible none goes behind
   * another.
   */
  static void assertOthersStayed(Snapshot before, Snapshot after) {
    for (Shown old : before.all()) {
      Shown now = sameDocument(old, after);
      if (now != null) {
        assertStayed(before, old, after, now);
      }
    }
  }

  private static void assertStayed(Snapshot before, Shown old, Snapshot after, Shown now) {
    Shown oldRepresentative = before.representative(old);
    Shown representative = after.representative(now);
    if (isVisible(sameDocument(oldRepresentative, after))) {
      assertEquals(now.toString(), serial(oldRepresentative), serial(representative));
    } else if (!old.isVariant()) {
      assertFalse(
          now + " behind " + representative, isVisible(sameDocument(representative, before)));
    }
  }

  private static int serial(Shown shown) {
    return shown.document().serial();
  }

  private static boolean isVisible(Shown shown) {
    return shown != null && !shown.isVariant();
  }

  /** The document in another state of the index; null if it is not there, or was replaced. */
  private static Shown sameDocument(Shown shown, Snapshot other) {
    Shown same = other.get(shown.document().id());
    return same != null && serial(same) == serial(shown) ? same : null;
  }
}
