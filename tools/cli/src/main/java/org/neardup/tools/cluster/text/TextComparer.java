// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.io.IOException;
import org.neardup.compare.ResemblanceRule;
import org.neardup.index.Verification;
import org.neardup.sketch.ElementSet;
import org.neardup.sketch.ModuloSketchV1;
import org.neardup.sketch.SlotPacking;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Relation;

/**
 * Decides how much two texts resemble each other, by sketches or elements; or how much of the
 * smaller is in the other, by elements. For any thread.
 */
public final class TextComparer {
  /** Probability to miss a text of just the least containment, if its sketch has enough keys. */
  private static final double MISSED = 0.001;

  private final TextStore texts;
  private final TextSketches sketches;
  private final ResemblanceRule rule;
  private final boolean contains;
  private final boolean elementsDecide;
  private final boolean elementsHelp;

  public TextComparer(ClusterConfig config, TextStore texts) {
    this.texts = texts;
    sketches = texts.sketches();
    rule = config.rule();
    contains = config.relation() == Relation.CONTAINMENT;
    elementsDecide = config.comparesElements();
    elementsHelp = config.verification() != Verification.SKETCH;
  }

  /** Whether two texts with these sketches may resemble each other enough. */
  public boolean mayPass(byte[] a, byte[] b) {
    // Not >=: sketches that do not say anything do not exclude anything either.
    return !(sketches.estimate(a, b) < leastEstimate(a, b));
  }

  /**
   * Whether sketches of so many keys, that share so many, may be of texts that resemble each other
   * enough; or of which a, the smaller, is contained enough.
   */
  public boolean mayPass(int shared, int keysOfA, int keysOfB) {
    if (contains) {
      return shared >= ModuloSketchV1.leastShared(keysOfA, rule.threshold(), MISSED);
    }
    return sketches.largestEstimate(shared, keysOfA, keysOfB)
        >= rule.leastEstimate(sketches.precision(keysOfA, keysOfB));
  }

  private double leastEstimate(byte[] a, byte[] b) {
    return rule.leastEstimate(precision(a, b));
  }

  private SlotPacking precision(byte[] a, byte[] b) {
    return sketches.precision(TextSketches.keyCount(a.length), TextSketches.keyCount(b.length));
  }

  /** Whether two texts with this resemblance are near-duplicates. */
  public boolean passes(double resemblance) {
    return resemblance >= rule.threshold();
  }

  public Session session() {
    return new Session();
  }

  /** Reads what it needs; quick if the first text is mostly that of the call before. One thread. */
  public final class Session {
    private final TextStore.Reader reader = texts.reader();
    private int heldText = -1;
    private byte[] heldSketch;
    private ElementSet heldElements;

    /** How much two texts resemble each other. */
    public PairResemblance compare(int a, int b) throws IOException {
      if (a != heldText) {
        heldText = a;
        heldSketch = null;
        heldElements = null;
      }
      if (elementsDecide) {
        return exact(b);
      }
      if (heldSketch == null) {
        heldSketch = reader.sketch(a);
      }
      byte[] other = reader.sketch(b);
      double estimate = sketches.estimate(heldSketch, other);
      SlotPacking precision = precision(heldSketch, other);
      boolean inDoubt = Double.isNaN(estimate) || rule.isInDoubt(precision, estimate);
      return elementsHelp && inDoubt
          ? exact(b)
          : new PairResemblance(
              estimate, PairResemblance.Basis.ESTIMATE, precision.standardError(estimate));
    }

    /** Of the smaller in the other. */
    private static double containment(ElementSet a, ElementSet b) {
      return a.size() <= b.size() ? a.containment(b) : b.containment(a);
    }

    private PairResemblance exact(int b) throws IOException {
      if (heldElements == null) {
        heldElements = reader.elements(heldText);
      }
      ElementSet other = reader.elements(b);
      double resemblance =
          contains ? containment(heldElements, other) : heldElements.resemblance(other);
      return new PairResemblance(resemblance, PairResemblance.Basis.EXACT, 0);
    }
  }
}
