// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.neardup.analysis.Shingling;
import org.neardup.internal.compare.AnalyzerProbe;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.sketch.Bands;
import org.neardup.sketch.Sketches;

/**
 * How the sketches of one field are made. Sketches of other settings can't be compared.
 *
 * @param shingling what an element is; its seed is not used
 * @param threshold the least resemblance of near-duplicates, above 0, at most 1: the bands find a
 *     pair of exactly this resemblance with a probability of at least .99
 * @param slots of a sketch, 1 to 1024
 * @param bits stored of each slot, 1 to 64
 * @param minElements a text of fewer elements is a near-duplicate of the same text only; at least 1
 * @param seed the key of all hash functions; a secret one keeps others from making texts that meet
 *     a chosen one in its bands
 * @param guards without which no two texts are near-duplicates, each once and in the order of their
 *     names; sketches have the keys of those that have keys
 */
@SuppressWarnings("exports") // some of it is for Neardup itself
public record SketchSettings(
    Shingling shingling,
    double threshold,
    int slots,
    int bits,
    int minElements,
    long seed,
    List<Guard> guards) {
  private static final double BAND_RECALL = 0.99;

  /** Shingles of 5 words, threshold .8, 128 slots of 8 bits, at least 8 elements. */
  public static final SketchSettings DEFAULTS =
      new SketchSettings(
          Shingling.words(5),
          0.8,
          Sketches.DEFAULT_SLOTS,
          Sketches.DEFAULT_BITS,
          8,
          Sketches.DEFAULT_SEED,
          List.of());

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the constraint, if a value is out of its range or there
   *     are no bands of so many slots for the threshold
   */
  public SketchSettings {
    // Written so that NaN is refused.
    require(threshold > 0 && threshold <= 1, "threshold must be above 0 and at most 1", threshold);
    require(slots >= 1 && slots <= 1024, "slots must be between 1 and 1024", slots);
    require(bits >= 1 && bits <= 64, "bits must be between 1 and 64", bits);
    require(minElements >= 1, "minElements must be at least 1", minElements);
    bands(threshold, slots); // throws if there are none
    guards = guards.stream().distinct().sorted(Comparator.comparing(Guard::toString)).toList();
  }

  private static void require(boolean holds, String constraint, Object got) {
    if (!holds) {
      throw new IllegalArgumentException(constraint + ", got " + got);
    }
  }

  /** The bands by which near-duplicates are found. */
  public Bands bands() {
    return bands(threshold, slots);
  }

  private static Bands bands(double threshold, int slots) {
    return Bands.choose(threshold, BAND_RECALL, slots);
  }

  /** The same with another {@link #shingling}. */
  public SketchSettings withShingling(Shingling newShingling) {
    return new SketchSettings(newShingling, threshold, slots, bits, minElements, seed, guards);
  }

  /** The same with another {@link #threshold}. */
  public SketchSettings withThreshold(double newThreshold) {
    return new SketchSettings(shingling, newThreshold, slots, bits, minElements, seed, guards);
  }

  /** The same with other {@link #slots} and {@link #bits}. */
  public SketchSettings withSketch(int newSlots, int newBits) {
    return new SketchSettings(shingling, threshold, newSlots, newBits, minElements, seed, guards);
  }

  /** The same with other {@link #minElements}. */
  public SketchSettings withMinElements(int newMinElements) {
    return new SketchSettings(shingling, threshold, slots, bits, newMinElements, seed, guards);
  }

  /** The same with another {@link #seed}. */
  public SketchSettings withSeed(long newSeed) {
    return new SketchSettings(shingling, threshold, slots, bits, minElements, newSeed, guards);
  }

  /** The same with other {@link #guards}. */
  public SketchSettings withGuards(List<Guard> newGuards) {
    return new SketchSettings(shingling, threshold, slots, bits, minElements, seed, newGuards);
  }

  /**
   * Makes sketches of texts with these settings.
   *
   * @param analyzer another one is noticed, when sketches are compared, only if it makes other
   *     tokens of a short probe
   * @param textFields whose text is compared, as the analyzer knows them
   */
  public TextSketcher textSketcher(Analyzer analyzer, List<String> textFields) throws IOException {
    return textSketcher(analyzer, textFields, parameters(analyzer, textFields));
  }

  /**
   * The same with parameters that are known, which makes it cheap.
   *
   * @param parameters {@link #parameters} of this analyzer and these fields
   */
  public TextSketcher textSketcher(
      Analyzer analyzer, List<String> textFields, SketchParameters parameters) {
    return new TextSketcher(
        analyzer, textFields, shingling.withSeed(seed), Sketches.fast(slots, seed), parameters);
  }

  /** What all sketches share that {@link #textSketcher} makes; analyses a short probe of texts. */
  public SketchParameters parameters(Analyzer analyzer, List<String> textFields)
      throws IOException {
    return parameters(analyzer, textFields, guards.stream().filter(Guard::hasKey));
  }

  /**
   * The same of sketches that are compared without texts. {@link Guard#LOSSLESS} has a key in them,
   * made of the text hash: so only equal texts agree.
   */
  public SketchParameters parametersWithoutTexts(Analyzer analyzer, List<String> textFields)
      throws IOException {
    return parameters(analyzer, textFields, guards.stream());
  }

  private SketchParameters parameters(
      Analyzer analyzer, List<String> textFields, Stream<Guard> keyed) throws IOException {
    String source =
        shingling.unit() == Shingling.Unit.VALUE // no analyzer makes values
            ? shingling + " fields=" + String.join(",", textFields)
            : shingling + " analyzer=" + AnalyzerProbe.id(analyzer, textFields);
    SketchFormat format = SketchFormat.of(Sketches.fast(slots, seed), bits, source);
    return new SketchParameters(
        format, bands(), minElements, keyed.map(SketchParameters::guard).toList());
  }

  /** Without the seed, which may be secret. */
  @Override
  public String toString() {
    return shingling
        + " threshold="
        + threshold
        + " slots="
        + slots
        + " bits="
        + bits
        + " minElements="
        + minElements
        + (guards.isEmpty() ? "" : " guards=" + guards);
  }
}
