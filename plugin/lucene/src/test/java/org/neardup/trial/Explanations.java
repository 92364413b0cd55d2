// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import org.neardup.compare.Overlap;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.compare.Resemblance;
import org.neardup.record.Place;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Explainer;
import org.neardup.search.explain.Versions;
import org.neardup.trial.Snapshot.Shown;

/** What the plugin says of documents, beside what they are. */
final class Explanations {
  private final TrialConfig config;
  private final NearDuplicates near;
  private final Snapshot snapshot;
  private final Explainer explainer;

  Explanations(TrialConfig config, NearDuplicates near, Snapshot snapshot) throws IOException {
    this.config = config;
    this.near = near;
    this.snapshot = snapshot;
    explainer = Explainer.of(snapshot.reader(), config.collapse(), config.analyzer());
  }

  void check(Shown a, Shown b) throws IOException {
    Comparison comparison = explainer.compare(a.doc(), b.doc());
    assertCompared(a, comparison.a());
    assertCompared(b, comparison.b());
    boolean haveTexts = a.document().length() > 0 && b.document().length() > 0;
    if (config.isAllStored() && haveTexts && near.isScopeShared(a.document(), b.document())) {
      Overlap exact = comparison.exact();
      assertEquals(a.document().reading().distinct(), exact.elementsOfA());
      assertEquals(b.document().reading().distinct(), exact.elementsOfB());
      assertEquals(a.document().reading().common(b.document().reading()), exact.common());
      double resemblance = NearDuplicates.resemblance(a.document(), b.document());
      assertEquals(resemblance, exact.resemblance(), 0);
      assertPlausible(near, resemblance, comparison.estimate().resemblance());
    }
    Versions versions = explainer.versions(a.doc(), "date", Integer.MAX_VALUE);
    assertEquals(snapshot.representative(a).document().id(), versions.representative());
    long members = snapshot.all().stream().filter(each -> each.group() == a.group()).count();
    assertEquals(members, versions.total());
    assertEquals(members, versions.versions().size());
  }

  private void assertCompared(Shown shown, Comparison.Compared compared) {
    assertEquals(shown.document().id(), compared.id());
    assertEquals(shown.document().length(), compared.elements());
    assertEquals(shown.isVariant() ? Place.HIDDEN : Place.VISIBLE, compared.place());
    assertEquals(snapshot.representative(shown).document().id(), compared.representative());
  }

  /** An estimate of a resemblance is near it. */
  static void assertPlausible(NearDuplicates near, double resemblance, double shown) {
    double estimate = near.odds().estimate(shown);
    double chance =
        Math.min(
            near.odds().atLeast(estimate, resemblance), near.odds().atMost(estimate, resemblance));
    assertTrue(estimate + " is said of " + resemblance, estimate == 0 || chance >= Odds.NEVER);
  }

  /** What was said when one of two documents went behind the other. */
  static void assertSaid(NearDuplicates near, TrialDocument a, TrialDocument b, Resemblance said) {
    double resemblance = near.isJudged(Kind.SAME, a, b) ? 1 : NearDuplicates.resemblance(a, b);
    if (said.isCounted()) {
      assertEquals(resemblance, said.value(), 0);
    } else {
      assertPlausible(near, resemblance, said.value());
    }
  }
}
