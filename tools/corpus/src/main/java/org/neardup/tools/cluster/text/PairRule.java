// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import org.neardup.compare.Resemblance;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.internal.sketch.ModuloSketchV1;
import org.neardup.internal.sketch.SlotPacking;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Relation;

/**
 * What two texts resemble each other by: sketches, or elements where they decide. For any thread.
 */
public final class PairRule {
  /** Probability to miss a text of just the least containment, if its sketch has enough keys. */
  private static final double MISSED = 0.001;

  private final ClusterConfig config;
  private final TextSketches sketches;
  private final ResemblanceRule rule;

  public PairRule(ClusterConfig config, TextSketches sketches) {
    this.config = config;
    this.sketches = sketches;
    rule = config.rule();
  }

  /** Whether two texts with these sketches may resemble each other enough. */
  public boolean mayPass(byte[] a, byte[] b) {
    return mayPass(sketches.estimate(a, b), precision(a, b));
  }

  /** The same of texts whose sketches give an estimate. */
  public boolean mayPass(double estimate, SlotPacking precision) {
    // Not >=: sketches that do not say anything do not exclude anything either.
    return !(estimate < rule.leastEstimate(precision));
  }

  /**
   * Whether sketches of so many keys, that share so many, may be of texts that resemble each other
   * enough; or of which a, the smaller, is contained enough.
   */
  public boolean mayPass(int shared, int keysOfA, int keysOfB) {
    if (contains()) {
      return shared >= ModuloSketchV1.leastShared(keysOfA, rule.threshold(), MISSED);
    }
    return sketches.largestEstimate(shared, keysOfA, keysOfB)
        >= rule.leastEstimate(sketches.precision(keysOfA, keysOfB));
  }

  /**
   * How many keys tell whether a text is contained in another; 0 if that is not asked. With fewer,
   * one that is contained just enough may share none, and be missed.
   */
  public int leastKeys() {
    double least = Math.log(MISSED) / Math.log1p(-rule.threshold());
    return contains() ? Math.max(1, (int) Math.ceil(least)) : 0;
  }

  /** Whether elements alone decide. */
  boolean comparesElements() {
    return config.comparesElements();
  }

  private boolean contains() {
    return config.relation() == Relation.CONTAINMENT;
  }

  /** Whether elements are to be compared, as the estimate leaves it to them. */
  public boolean needsElements(double estimate, SlotPacking precision) {
    return config.keepsElements()
        && (Double.isNaN(estimate)
            || rule.isInDoubt(precision, estimate)
            || (rule.isLossless() && rule.isNear(estimate)));
  }

  /**
   * How much two texts resemble each other if the estimate decides. Sketches that do not say
   * anything show no resemblance: 0, with an error that leaves it open.
   */
  public static PairResemblance estimated(double estimate, SlotPacking precision) {
    return new PairResemblance(
        Resemblance.estimated(Double.isNaN(estimate) ? 0 : estimate, precision),
        PairResemblance.Basis.ESTIMATE);
  }

  /**
   * How much a text resembles one that is to represent it, if their elements decide; 0 if all of it
   * must be in that one, and is not.
   */
  public PairResemblance counted(ElementSet text, ElementSet representative) {
    boolean isLost = rule.isLossless() && text.containment(representative) < 1;
    return exactly(isLost ? 0 : text.resemblance(representative));
  }

  /** The same of the smaller and the larger; how much of it is in that, if that is the relation. */
  PairResemblance related(ElementSet a, ElementSet b) {
    ElementSet smaller = a.size() <= b.size() ? a : b;
    ElementSet larger = smaller == a ? b : a;
    return contains() ? exactly(smaller.containment(larger)) : counted(smaller, larger);
  }

  private static PairResemblance exactly(double share) {
    return new PairResemblance(Resemblance.counted(share), PairResemblance.Basis.EXACT);
  }

  /** Whether two texts with this resemblance are near-duplicates. */
  public boolean passes(double resemblance) {
    return rule.isNear(resemblance);
  }

  /** Slots by which the standard error of the estimate from two sketches is to be reckoned. */
  SlotPacking precision(byte[] a, byte[] b) {
    return sketches.precision(TextSketches.keyCount(a.length), TextSketches.keyCount(b.length));
  }
}
