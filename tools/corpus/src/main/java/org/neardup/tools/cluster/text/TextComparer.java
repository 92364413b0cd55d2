// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.io.IOException;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.internal.sketch.SlotPacking;

/**
 * Decides how much two texts resemble each other, by verdicts, sketches or elements; or how much of
 * the smaller is in the other, by elements. Reads what it needs; quick if the first text is mostly
 * that of the call before. For one thread.
 */
public final class TextComparer {
  private final PairRule rule;
  private final TextVerdicts verdicts;
  private final TextSketches sketches;
  private final TextStore.Reader reader;
  private int heldText = -1;
  private byte[] heldSketch;
  private ElementSet heldElements;

  /** Compares texts by what verdicts say, or else by a rule. */
  public TextComparer(PairRule rule, TextStore texts, TextVerdicts verdicts) {
    this.rule = rule;
    this.verdicts = verdicts;
    sketches = texts.sketches();
    reader = texts.reader();
  }

  /** How much two texts resemble each other. */
  public PairResemblance compare(int a, int b) throws IOException {
    PairResemblance judged = verdicts.of(a, b);
    if (judged != null) {
      return judged;
    }
    if (a != heldText) {
      heldText = a;
      heldSketch = null;
      heldElements = null;
    }
    if (rule.comparesElements()) {
      return exact(b);
    }
    if (heldSketch == null) {
      heldSketch = reader.sketch(a);
    }
    byte[] other = reader.sketch(b);
    double estimate = sketches.estimate(heldSketch, other);
    SlotPacking precision = rule.precision(heldSketch, other);
    return rule.needsElements(estimate, precision)
        ? exact(b)
        : PairRule.estimated(estimate, precision);
  }

  private PairResemblance exact(int b) throws IOException {
    if (heldElements == null) {
      heldElements = reader.elements(heldText);
    }
    return rule.related(heldElements, reader.elements(b));
  }
}
