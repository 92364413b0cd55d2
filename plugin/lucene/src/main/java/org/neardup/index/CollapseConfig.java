// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.List;
import java.util.Objects;
import org.neardup.analysis.Shingling;
import org.neardup.sketch.Sketches;

/**
 * What counts as a near-duplicate, and what becomes of it.
 *
 * <p>{@link #defaults()} suits web pages and articles; the {@code with…} methods change one setting
 * each. All but {@code maxPending} belong to the index: it opens with the same ones only.
 *
 * @param idField name of the indexed, untokenized field that identifies a document
 * @param textFields names of the fields whose text is compared, in the order in which they follow
 *     each other; at least one
 * @param shingling what an element is
 * @param threshold resemblance from which on two documents are near-duplicates; above 0, at most 1
 * @param variants what becomes of near-duplicates
 * @param slots slots of a sketch, 1 to 1024
 * @param bits stored bits of a slot, 1 to 64
 * @param minElements a document with fewer elements is a near-duplicate only of one with the same
 *     sequence of tokens; at least 1
 * @param seed key of all hash functions; a secret one keeps others from making pages that meet a
 *     chosen document in its bands
 * @param maxPending documents indexed since the last refresh that are kept in memory before the
 *     writer refreshes by itself, at least 1
 */
public record CollapseConfig(
    String idField,
    List<String> textFields,
    Shingling shingling,
    double threshold,
    Variants variants,
    int slots,
    int bits,
    int minElements,
    long seed,
    int maxPending) {

  /** Checks the ranges. */
  public CollapseConfig {
    Objects.requireNonNull(idField, "idField");
    Objects.requireNonNull(shingling, "shingling");
    Objects.requireNonNull(variants, "variants");
    textFields = List.copyOf(textFields);
    require(!textFields.isEmpty(), "textFields must name at least one field", textFields);
    // Written so that NaN is refused.
    require(threshold > 0 && threshold <= 1, "threshold must be above 0 and at most 1", threshold);
    require(slots >= 1 && slots <= 1024, "slots must be between 1 and 1024", slots);
    require(bits >= 1 && bits <= 64, "bits must be between 1 and 64", bits);
    require(minElements >= 1, "minElements must be at least 1", minElements);
    require(maxPending >= 1, "maxPending must be at least 1", maxPending);
  }

  private static void require(boolean condition, String constraint, Object value) {
    if (!condition) {
      throw new IllegalArgumentException(constraint + ", got " + value);
    }
  }

  /**
   * Id field {@code id}, text field {@code text}, shingles of 5 words, threshold .8, variants
   * hidden, 128 slots of 8 bits, at least 8 elements.
   */
  public static CollapseConfig defaults() {
    return new CollapseConfig(
        "id",
        List.of("text"),
        Shingling.words(5),
        0.8,
        Variants.HIDE,
        Sketches.DEFAULT_SLOTS,
        Sketches.DEFAULT_BITS,
        8,
        Sketches.DEFAULT_SEED,
        20_000);
  }

  /** The same with another id field. */
  public CollapseConfig withIdField(String newIdField) {
    return new CollapseConfig(
        newIdField,
        textFields,
        shingling,
        threshold,
        variants,
        slots,
        bits,
        minElements,
        seed,
        maxPending);
  }

  /** The same with other text fields. */
  public CollapseConfig withTextFields(String... newTextFields) {
    return new CollapseConfig(
        idField,
        List.of(newTextFields),
        shingling,
        threshold,
        variants,
        slots,
        bits,
        minElements,
        seed,
        maxPending);
  }

  /** The same with another shingling. */
  public CollapseConfig withShingling(Shingling newShingling) {
    return new CollapseConfig(
        idField,
        textFields,
        newShingling,
        threshold,
        variants,
        slots,
        bits,
        minElements,
        seed,
        maxPending);
  }

  /** The same with another threshold. */
  public CollapseConfig withThreshold(double newThreshold) {
    return new CollapseConfig(
        idField,
        textFields,
        shingling,
        newThreshold,
        variants,
        slots,
        bits,
        minElements,
        seed,
        maxPending);
  }

  /** The same with another fate of variants. */
  public CollapseConfig withVariants(Variants newVariants) {
    return new CollapseConfig(
        idField,
        textFields,
        shingling,
        threshold,
        newVariants,
        slots,
        bits,
        minElements,
        seed,
        maxPending);
  }

  /** The same with other sketches. */
  public CollapseConfig withSketch(int newSlots, int newBits) {
    return new CollapseConfig(
        idField,
        textFields,
        shingling,
        threshold,
        variants,
        newSlots,
        newBits,
        minElements,
        seed,
        maxPending);
  }

  /** The same with another length from which on texts are compared by their elements. */
  public CollapseConfig withMinElements(int newMinElements) {
    return new CollapseConfig(
        idField,
        textFields,
        shingling,
        threshold,
        variants,
        slots,
        bits,
        newMinElements,
        seed,
        maxPending);
  }

  /** The same with another key. */
  public CollapseConfig withSeed(long newSeed) {
    return new CollapseConfig(
        idField,
        textFields,
        shingling,
        threshold,
        variants,
        slots,
        bits,
        minElements,
        newSeed,
        maxPending);
  }

  /** The same with another bound on what is kept in memory. */
  public CollapseConfig withMaxPending(int newMaxPending) {
    return new CollapseConfig(
        idField,
        textFields,
        shingling,
        threshold,
        variants,
        slots,
        bits,
        minElements,
        seed,
        newMaxPending);
  }
}
