// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.group;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.util.IntsRef;
import org.neardup.compare.Resemblance;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.compare.RuleDecision;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.sketch.Bands;

/**
 * Visible texts in an order, of which no two are near-duplicates, and the one of them that another
 * text goes behind.
 *
 * <p>Compares few pairs and misses none: two sketches that may be those of near-duplicates differ
 * in at most d slots; cut into more than d bands, they agree in at least one of them. Only where
 * the rule counts resemblances as low as the chance that no slot agrees, pairs without an agreeing
 * slot are taken as unlike. For one thread.
 */
public final class AnchoredGrouping {
  private static final long[] NONE = {};

  private final SketchComparer comparer;
  private final SketchParameters parameters;
  private final List<byte[]> sketches = new ArrayList<>();
  private final BandChains texts = new BandChains(1);
  private final BandChains chains;
  private final MostResembling most = new MostResembling();
  private byte[] last;
  private long[] lastKeys;

  /** Counts the resemblance of a text to a visible one. */
  @FunctionalInterface
  public interface Counter {
    /** Returns the counted resemblance, or empty if not both texts are available. */
    Optional<Resemblance> count(int visible) throws IOException;
  }

  /**
   * No texts yet.
   *
   * @param parameters of the sketches; their bands are not used
   */
  public AnchoredGrouping(SketchParameters parameters, ResemblanceRule rule) {
    comparer = new SketchComparer(parameters, rule);
    int bands = comparer.mostDifferingSlots(comparer.leastEstimate()) + 1;
    this.parameters = parameters.withBands(new Bands(bands, parameters.format().slots() / bands));
    chains = new BandChains(bands);
  }

  /**
   * Finds the visible text that a text goes behind.
   *
   * @param sketch null if the text is empty
   * @param counter called where the estimate is in doubt
   * @return its number, -1 if the text resembles none
   */
  public int find(byte[] sketch, Counter counter) throws IOException {
    if (sketch == null) {
      return -1;
    }
    int same = sameText(sketch);
    if (same >= 0) {
      return same;
    }
    most.clear();
    IntsRef candidates = chains.sharing(keys(sketch));
    for (int i = 0; i < candidates.length; i++) {
      compare(sketch, candidates.ints[i], counter);
    }
    return most.number();
  }

  /** The visible text that is the same, and so resembles most; -1 if there is none. */
  private int sameText(byte[] sketch) {
    IntsRef same = texts.sharing(textKey(sketch));
    for (int i = 0; i < same.length; i++) {
      if (comparer.haveSameText(sketches.get(same.ints[i]), sketch)) {
        return same.ints[i];
      }
    }
    return -1;
  }

  private static long[] textKey(byte[] sketch) {
    return new long[] {SketchParameters.textHashKey(sketch, 0)};
  }

  /** As {@link #find(byte[], Counter)} where texts are not available. */
  public int find(byte[] sketch) {
    try {
      return find(sketch, number -> Optional.empty());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing is read
    }
  }

  /** Those of its bands, if it has any. */
  private long[] keys(byte[] sketch) {
    if (last == null || !Arrays.equals(last, sketch)) { // a text is looked for before it is added
      last = sketch;
      lastKeys = comparer.isShort(sketch) ? NONE : parameters.searchKeys(sketch, 0);
    }
    return lastKeys;
  }

  private void compare(byte[] sketch, int number, Counter counter) throws IOException {
    byte[] visible = sketches.get(number);
    if (comparer.estimate(visible, sketch) >= comparer.leastEstimate()) {
      RuleDecision decision = comparer.decision(visible, sketch, () -> counter.count(number));
      if (decision.isNear()) {
        most.offer(number, decision.resemblance().decisive());
      }
    }
  }

  /**
   * Adds a text that is visible.
   *
   * @param sketch null if the text is empty
   * @return its number, counted from 0
   */
  public int add(byte[] sketch) {
    texts.add(sketch == null ? NONE : textKey(sketch));
    chains.add(sketch == null ? NONE : keys(sketch));
    sketches.add(sketch);
    return sketches.size() - 1;
  }
}
