// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.neardup.index.Preference;
import org.neardup.trial.Snapshot.Shown;

/** What must hold of an index at each moment, whatever was done to it. */
final class Invariants {
  /** How sure it is that all near-duplicates were found. */
  enum Recall {
    /** A band that too many share, or a template, was cut short: nothing can be said. */
    UNKNOWN,
    /** As bands have it. */
    BANDS,
    /** A repair looked for all. */
    ALL
  }

  private final NearDuplicates near;
  private final Preference preference;
  private final Misses misses;

  Invariants(NearDuplicates near, Preference preference, Misses misses) {
    this.near = near;
    this.preference = preference;
    this.misses = misses;
  }

  void check(Snapshot snapshot, Map<String, Held> held, Recall recall) {
    assertNothingLost(snapshot, held);
    for (Shown shown : snapshot.all()) {
      if (shown.isVariant()) {
        assertBehind(held, shown.document(), snapshot.representative(shown).document());
      }
    }
    if (recall != Recall.UNKNOWN) {
      assertFound(snapshot, recall == Recall.BANDS);
    }
  }

  /** I4: what was accepted is there, and nothing else. */
  private static void assertNothingLost(Snapshot snapshot, Map<String, Held> held) {
    Map<String, Integer> expected = new TreeMap<>();
    held.forEach((id, each) -> expected.put(id, each.document().serial()));
    Map<String, Integer> found = new TreeMap<>();
    snapshot.all().forEach(each -> found.put(each.document().id(), each.document().serial()));
    assertEquals(expected, found);
  }

  /** I1: a variant resembles what stands for it, which is preferred. */
  void assertBehind(Map<String, Held> held, TrialDocument variant, TrialDocument representative) {
    assertTrue(
        variant
            + " behind "
            + representative
            + " of resemblance "
            + NearDuplicates.resemblance(variant, representative),
        near.maybe(variant, representative));
    int comparison =
        Policy.compare(preference, held.get(representative.id()), held.get(variant.id()));
    assertTrue(variant + " is preferred to " + representative, comparison >= 0);
  }

  /** I2: of near-duplicates one is visible. */
  private void assertFound(Snapshot snapshot, boolean bandsMayMiss) {
    for (Shown a : snapshot.all()) {
      for (Shown b : snapshot.all()) {
        if (a.document().serial() < b.document().serial()) {
          assertFound(a, b, bandsMayMiss);
        }
      }
    }
  }

  private void assertFound(Shown a, Shown b, boolean bandsMayMiss) {
    double chance = near.chanceOfBoth(a.document(), b.document(), bandsMayMiss);
    if (chance == 1) {
      return;
    }
    boolean bothVisible = !a.isVariant() && !b.isVariant();
    misses.add(a.document(), b.document(), chance, bothVisible);
    if (bothVisible) {
      assertTrue(
          a
              + " and "
              + b
              + " of resemblance "
              + NearDuplicates.resemblance(a.document(), b.document())
              + " are visible, which has a chance of "
              + chance,
          chance >= Odds.NEVER);
    }
  }
}
