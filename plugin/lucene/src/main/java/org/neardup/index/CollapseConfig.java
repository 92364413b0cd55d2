// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.neardup.analysis.Shingling;
import org.neardup.compare.SketchParameters;
import org.neardup.compare.TextSketcher;
import org.neardup.record.CommitData;
import org.neardup.sketch.Bands;
import org.neardup.sketch.SketchFormat;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotSketcher;

/**
 * What counts as a near-duplicate, and what becomes of it.
 *
 * <p>{@link #defaults()} suits web pages and articles; the {@code with…} methods change one setting
 * each. All but {@code verification}, {@code retention} and {@code maxPending} belong to the index:
 * it opens with the same ones only. No name of a field may be empty, or start with {@value
 * org.neardup.record.NearDupFields#PREFIX}.
 *
 * @param idField name of the indexed, untokenized field that identifies a document
 * @param textFields names of the fields whose text is compared, in the order in which they follow
 *     each other; at least one, none twice, none with a comma
 * @param scopeField name of the field across whose values nothing collapses (tenant, language,
 *     site, access list), if any. A document without a value is in a scope of its own kind
 * @param shingling what an element is; its seed is not used, {@code seed} is
 * @param threshold resemblance from which on two documents are near-duplicates; at most 1, and so
 *     far above 0 that bands of the slots find 99 of 100 pairs at it: .0354 with 128 slots
 * @param variants what becomes of near-duplicates
 * @param preference which of near-duplicates represents them
 * @param verification what decides between near-duplicates and others
 * @param retention how long hidden documents are kept; for ever if there is none
 * @param slots slots of a sketch, 1 to 1024
 * @param bits stored bits of a slot, 1 to 64
 * @param minElements a document with fewer elements is a near-duplicate only of one with the same
 *     sequence of tokens; at least 1
 * @param seed key of all hash functions; a secret one keeps others from making pages that meet a
 *     chosen document in its bands
 * @param maxPending documents indexed, deleted or given another place since the last refresh, which
 *     are kept in memory, before the writer refreshes by itself, at least 1; it also does when they
 *     take more of the heap than the index writer's buffer may ({@link
 *     IndexWriterConfig#setRAMBufferSizeMB}), or when the groups that were read to find new
 *     representatives take more than that and a 16th of the heap
 */
public record CollapseConfig(
    String idField,
    List<String> textFields,
    Optional<String> scopeField,
    Shingling shingling,
    double threshold,
    Variants variants,
    Preference preference,
    Verification verification,
    Optional<Retention> retention,
    int slots,
    int bits,
    int minElements,
    long seed,
    int maxPending) {

  /** The recall of pairs at the threshold that bands are chosen for. */
  private static final double BAND_RECALL = 0.99;

  /** Checks the ranges. */
  public CollapseConfig {
    Objects.requireNonNull(idField, "idField");
    Objects.requireNonNull(scopeField, "scopeField");
    Objects.requireNonNull(shingling, "shingling");
    Objects.requireNonNull(variants, "variants");
    Objects.requireNonNull(preference, "preference");
    Objects.requireNonNull(verification, "verification");
    Objects.requireNonNull(retention, "retention");
    textFields = List.copyOf(textFields);
    require(!textFields.isEmpty(), "textFields must name at least one field", textFields);
    require(
        textFields.equals(List.of(CommitData.split(CommitData.join(textFields)))),
        "names of textFields must have no comma",
        textFields);
    FieldNames.check("idField", idField);
    textFields.forEach(name -> FieldNames.check("names of textFields", name));
    require(
        Set.copyOf(textFields).size() == textFields.size(),
        "textFields must name each field once",
        textFields);
    scopeField.ifPresent(name -> FieldNames.check("scopeField", name));
    // Written so that NaN is refused.
    require(threshold > 0 && threshold <= 1, "threshold must be above 0 and at most 1", threshold);
    require(slots >= 1 && slots <= 1024, "slots must be between 1 and 1024", slots);
    require(bits >= 1 && bits <= 64, "bits must be between 1 and 64", bits);
    require(minElements >= 1, "minElements must be at least 1", minElements);
    require(maxPending >= 1, "maxPending must be at least 1", maxPending);
    bands(threshold, slots); // throws if there are none
  }

  private static Bands bands(double threshold, int slots) {
    return Bands.choose(threshold, BAND_RECALL, slots);
  }

  private static void require(boolean condition, String constraint, Object value) {
    if (!condition) {
      throw new IllegalArgumentException(constraint + ", got " + value);
    }
  }

  /**
   * Id field {@code id}, text field {@code text}, no scope, shingles of 5 words, threshold .8,
   * variants hidden behind the first, sketches verified by texts where they are not sure, 128 slots
   * of 8 bits, at least 8 elements.
   */
  public static CollapseConfig defaults() {
    return new CollapseConfig(
        "id",
        List.of("text"),
        Optional.empty(),
        Shingling.words(5),
        0.8,
        Variants.HIDE,
        Preference.FIRST,
        Verification.AUTO,
        Optional.empty(),
        Sketches.DEFAULT_SLOTS,
        Sketches.DEFAULT_BITS,
        8,
        Sketches.DEFAULT_SEED,
        1_000_000);
  }

  /**
   * The configuration that an index was made with, but for its seed, which an index does not tell:
   * it is the default one.
   *
   * @throws IndexSettingsException if there is no index, or something else made it
   */
  public static CollapseConfig of(Directory index) throws IOException {
    return CommitSettings.config(index);
  }

  /**
   * What an index says of the settings it was made with, by name, for people to read: besides those
   * of {@link #of} the algorithm, the bands, and hashes of analyzer and seed.
   *
   * @throws IndexSettingsException if there is no index, or something else made it
   */
  public static SortedMap<String, String> settings(Directory index) throws IOException {
    return CommitSettings.settings(index);
  }

  /**
   * Checks that an index is one of ours, of whatever version: one to be replaced, if not read.
   *
   * @throws IndexSettingsException if there is no index, or something else made it
   */
  public static void requireOurs(Directory index) throws IOException {
    CommitSettings.readAnyVersion(index);
  }

  /** The same with another id field. */
  public CollapseConfig withIdField(String newIdField) {
    return changed(draft -> draft.idField = newIdField);
  }

  /** The same with other text fields. */
  public CollapseConfig withTextFields(String... newTextFields) {
    return changed(draft -> draft.textFields = List.of(newTextFields));
  }

  /** The same with a scope. */
  public CollapseConfig withScopeField(String newScopeField) {
    return changed(draft -> draft.scopeField = Optional.of(newScopeField));
  }

  /** The same with another shingling. */
  public CollapseConfig withShingling(Shingling newShingling) {
    return changed(draft -> draft.shingling = newShingling);
  }

  /** The same with another threshold. */
  public CollapseConfig withThreshold(double newThreshold) {
    return changed(draft -> draft.threshold = newThreshold);
  }

  /** The same with another fate of variants. */
  public CollapseConfig withVariants(Variants newVariants) {
    return changed(draft -> draft.variants = newVariants);
  }

  /** The same with another choice of representatives. */
  public CollapseConfig withPreference(Preference newPreference) {
    return changed(draft -> draft.preference = newPreference);
  }

  /** The same with another verification. */
  public CollapseConfig withVerification(Verification newVerification) {
    return changed(draft -> draft.verification = newVerification);
  }

  /** The same with a limit on the age of hidden documents. */
  public CollapseConfig withRetention(Retention newRetention) {
    return changed(draft -> draft.retention = Optional.of(newRetention));
  }

  /** The same with other sketches. */
  public CollapseConfig withSketch(int newSlots, int newBits) {
    return changed(
        draft -> {
          draft.slots = newSlots;
          draft.bits = newBits;
        });
  }

  /** The same with another length from which on texts are compared by their elements. */
  public CollapseConfig withMinElements(int newMinElements) {
    return changed(draft -> draft.minElements = newMinElements);
  }

  /** The same with another key. */
  public CollapseConfig withSeed(long newSeed) {
    return changed(draft -> draft.seed = newSeed);
  }

  /** The same with another bound on what is kept in memory. */
  public CollapseConfig withMaxPending(int newMaxPending) {
    return changed(draft -> draft.maxPending = newMaxPending);
  }

  /**
   * Makes sketches of texts as a writer with this configuration does, to compare with those in its
   * index.
   *
   * @param analyzer the writer's; another one is noticed, when sketches are compared, only if it
   *     makes other tokens of a short probe. {@link CollapsingIndexWriter#open} looks closer
   */
  public TextSketcher textSketcher(Analyzer analyzer) throws IOException {
    SlotSketcher sketcher = Sketches.fast(slots, seed);
    String source = shingling + " analyzer=" + AnalyzerProbe.id(analyzer, this);
    SketchParameters parameters =
        new SketchParameters(
            SketchFormat.of(sketcher, bits, source), bands(threshold, slots), minElements);
    return new TextSketcher(analyzer, textFields, shingling.withSeed(seed), sketcher, parameters);
  }

  private CollapseConfig changed(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.finish();
  }

  private static final class Draft {
    String idField;
    List<String> textFields;
    Optional<String> scopeField;
    Shingling shingling;
    double threshold;
    Variants variants;
    Preference preference;
    Verification verification;
    Optional<Retention> retention;
    int slots;
    int bits;
    int minElements;
    long seed;
    int maxPending;

    Draft(CollapseConfig from) {
      idField = from.idField;
      textFields = from.textFields;
      scopeField = from.scopeField;
      shingling = from.shingling;
      threshold = from.threshold;
      variants = from.variants;
      preference = from.preference;
      verification = from.verification;
      retention = from.retention;
      slots = from.slots;
      bits = from.bits;
      minElements = from.minElements;
      seed = from.seed;
      maxPending = from.maxPending;
    }

    CollapseConfig finish() {
      return new CollapseConfig(
          idField,
          textFields,
          scopeField,
          shingling,
          threshold,
          variants,
          preference,
          verification,
          retention,
          slots,
          bits,
          minElements,
          seed,
          maxPending);
    }
  }
}
