// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.io.IOException;
import org.neardup.sketch.ElementSet;
import org.neardup.sketch.SlotPacking;
import org.neardup.tools.cluster.config.ClusterConfig;

/**
 * Decides how much two texts resemble each other, by sketches or elements; or how much of the
 * smaller is in the other, by elements. For any thread.
 */
public final class TextComparer {
  private final TextStore texts;
  private final TextSketches sketches;
  private final PairRule rule;
  private final boolean elementsDecide;

  public TextComparer(ClusterConfig config, TextStore texts) {
    this.texts = texts;
    sketches = texts.sketches();
    rule = new PairRule(config, sketches);
    elementsDecide = config.comparesElements();
  }

  /** Whether two texts with these sketches may resemble each other enough. */
  public boolean mayPass(byte[] a, byte[] b) {
    return rule.mayPass(a, b);
  }

  /**
   * Whether sketches of so many keys, that share so many, may be of texts that resemble each other
   * enough; or of which a, the smaller, is contained enough.
   */
  public boolean mayPass(int shared, int keysOfA, int keysOfB) {
    return rule.mayPass(shared, keysOfA, keysOfB);
  }

  /** How many keys tell whether a text is contained in another; 0 if that is not asked. */
  public int leastKeys() {
    return rule.leastKeys();
  }

  /** Whether two texts with this resemblance are near-duplicates. */
  public boolean passes(double resemblance) {
    return rule.passes(resemblance);
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
}
