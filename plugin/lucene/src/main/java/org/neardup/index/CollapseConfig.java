// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.IndexWriterConfig;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Guard;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.SketchSettings;
import org.neardup.compare.TextSketcher;
import org.neardup.index.Preference.Criterion;
import org.neardup.internal.groups.GroupSettings;
import org.neardup.internal.record.KeyFields;
import org.neardup.internal.upkeep.Ranker;

/**
 * What counts as a near-duplicate, and what becomes of it. Immutable.
 *
 * <p>{@link #defaults()} suits web pages and articles; each {@code with…} method gives a copy with
 * another value of one setting, and throws {@link IllegalArgumentException} if that is out of its
 * range. All settings but verification, retention, {@code requiresText}, {@code maxPending} and
 * {@code maxHeldBytes} belong to the index: it opens with the same ones only. No name of a field
 * may be empty, or start with {@value org.neardup.internal.record.DocumentRecord#FIELD_PREFIX}.
 *
 * <table>
 * <caption>Which setting for what</caption>
 * <tr><th>you have</th><th>setting</th></tr>
 * <tr><td>web pages, articles, documentation</td><td>{@link #defaults()}</td></tr>
 * <tr><td>short texts: ads, titles, products</td><td>{@link #withShingling withShingling}{@code
 *     (Shingling.parse("char:8"))}</td></tr>
 * <tr><td>sets: tags, interests, links</td><td>{@link #withSetFields withSetFields}{@code
 *     ("tags")}</td></tr>
 * <tr><td>versions that differ by a number, a "not" or a price that matters</td><td>{@link
 *     #withGuards withGuards}{@code (Guard.NUMBERS, Guard.NEGATIONS, Guard.field("price"))}</td></tr>
 * <tr><td>versions that differ by a clause that matters</td><td>{@code
 *     withGuards(Guard.LOSSLESS)}</td></tr>
 * <tr><td>copies that nobody needs</td><td>{@link #withVariants withVariants}{@code
 *     (Variants.DROP)}</td></tr>
 * <tr><td>teasers beside their articles</td><td>{@link #withContained withContained}{@code
 *     (ContainedTexts.HIDE)}</td></tr>
 * <tr><td>the newest, longest or best version to show</td><td>{@link #withPreference
 *     withPreference}{@code (Preference.parse("max:date,longest"))}</td></tr>
 * <tr><td>tenants, languages, sites that must not mix</td><td>{@link #withScopeField
 *     withScopeField}{@code ("tenant")}</td></tr>
 * <tr><td>no time to compare texts, or no stored texts</td><td>{@link #withVerification
 *     withVerification}{@code (Verification.SKETCH)}</td></tr>
 * <tr><td>no tolerance for wrong pairs</td><td>{@code withVerification(Verification.EXACT)}, texts
 *     stored</td></tr>
 * <tr><td>old versions that may go</td><td>{@link #withRetention withRetention}{@code (new
 *     Retention("date", Duration.ofDays(90)))}</td></tr>
 * <tr><td>adversarial pages</td><td>{@link #withSeed withSeed}, a secret number</td></tr>
 * </table>
 */
public final class CollapseConfig {
  private static final CollapseConfig DEFAULTS = new CollapseConfig(CollapseSettings.DEFAULTS);

  private final CollapseSettings settings;
  private final SketchSettings sketch;

  private CollapseConfig(CollapseSettings settings) {
    this.settings = settings;
    sketch = settings.sketch();
  }

  /**
   * Id field {@code id}, text field {@code text}, no scope, shingles of 5 words, threshold .8,
   * variants hidden behind the first, sketches verified by texts where they are not sure, 128 slots
   * of 8 bits, at least 8 elements.
   */
  public static CollapseConfig defaults() {
    return DEFAULTS;
  }

  /** One of settings; throws if they are out of their ranges. */
  static CollapseConfig checked(CollapseSettings settings) {
    settings.check();
    return new CollapseConfig(settings);
  }

  CollapseSettings settings() {
    return settings;
  }

  private <T> T get(Setting<T> setting) {
    return settings.get(setting);
  }

  private <T> CollapseConfig with(Setting<T> setting, T value) {
    return checked(settings.with(setting, value));
  }

  /** Name of the indexed, untokenized field that identifies a document. */
  public String idField() {
    return get(Setting.ID_FIELD);
  }

  /** See {@link #idField()}. */
  public CollapseConfig withIdField(String newIdField) {
    return with(Setting.ID_FIELD, newIdField);
  }

  /**
   * Names of the fields whose text is compared, in the order in which they follow each other: at
   * least one, none twice, none with a comma.
   */
  public List<String> textFields() {
    return get(Setting.TEXT_FIELDS);
  }

  /** See {@link #textFields()}. */
  public CollapseConfig withTextFields(String... newTextFields) {
    List<String> names = List.of(Objects.requireNonNull(newTextFields, "textFields"));
    return with(Setting.TEXT_FIELDS, names);
  }

  /**
   * Compares the values of fields instead of texts: tags, interests, links. Each stored string or
   * number of these fields is one element, as it is; if none is stored, each string that is indexed
   * as one term. The resemblance of two documents is that of their sets of values, whatever their
   * order, and without repeats; with {@code withShingling(Shingling.ofValues().withOccurrences(
   * true))}, that of bags, in which repeats count. No analyzer makes a difference.
   *
   * <p>Sets may be small, so this also sets {@link #minElements} to 1; and as {@link
   * Verification#AUTO} counts wherever both sets are stored, small sets too are compared exactly.
   */
  public CollapseConfig withSetFields(String... setFields) {
    Objects.requireNonNull(setFields, "setFields");
    return withTextFields(setFields).withShingling(Shingling.ofValues()).withMinElements(1);
  }

  /** Whether values of fields are compared instead of texts. */
  public boolean comparesValues() {
    return shingling().unit() == Shingling.Unit.VALUE;
  }

  /**
   * Name of the field across whose values nothing collapses (tenant, language, site, access list),
   * if any. A document without a value is in a scope of its own kind.
   */
  public Optional<String> scopeField() {
    return get(Setting.SCOPE_FIELD);
  }

  /** See {@link #scopeField()}. */
  public CollapseConfig withScopeField(String newScopeField) {
    Objects.requireNonNull(newScopeField, "scopeField");
    return with(Setting.SCOPE_FIELD, Optional.of(newScopeField));
  }

  /** What an element is; its seed is not used, {@link #seed()} is. */
  public Shingling shingling() {
    return get(Setting.SHINGLING);
  }

  /** See {@link #shingling()}. */
  public CollapseConfig withShingling(Shingling newShingling) {
    return with(Setting.SHINGLING, newShingling);
  }

  /**
   * The least resemblance of near-duplicates: at most 1, and so far above 0 that bands of the slots
   * find 99 of 100 pairs at it: .0354 with 128 slots.
   */
  public double threshold() {
    return get(Setting.THRESHOLD);
  }

  /** See {@link #threshold()}. */
  public CollapseConfig withThreshold(double newThreshold) {
    return with(Setting.THRESHOLD, newThreshold);
  }

  /** What becomes of near-duplicates. */
  public Variants variants() {
    return get(Setting.VARIANTS);
  }

  /** See {@link #variants()}. */
  public CollapseConfig withVariants(Variants newVariants) {
    return with(Setting.VARIANTS, newVariants);
  }

  /** What becomes of texts that stand in other texts. */
  public ContainedTexts contained() {
    return get(Setting.CONTAINED);
  }

  /**
   * See {@link #contained()}. {@link ContainedTexts#HIDE} does not go with {@link #withSetFields},
   * and asks for all text fields to be stored as they are indexed.
   */
  public CollapseConfig withContained(ContainedTexts newContained) {
    return with(Setting.CONTAINED, newContained);
  }

  /** Additional conditions for hiding a document, each once, in the order of their names. */
  public List<Guard> guards() {
    return get(Setting.GUARDS);
  }

  /**
   * See {@link #guards()}; replaces those set before, none for none. {@link Guard#LOSSLESS} also
   * sets the preference to {@link Preference#LONGEST}, which {@link #withPreference} may replace,
   * and asks contained texts to be contained whole. Other guards do not go with {@link
   * ContainedTexts#HIDE}, and those of texts not with {@link #withSetFields}.
   *
   * <p>A document whose text comes from a {@code Reader} or {@code TokenStream} stays visible where
   * a guard looks at texts. The field of a guard must be stored; documents without a value agree
   * with each other.
   */
  public CollapseConfig withGuards(Guard... newGuards) {
    List<Guard> given = List.of(Objects.requireNonNull(newGuards, "guards"));
    List<Guard> guards = SketchSettings.DEFAULTS.withGuards(given).guards();
    CollapseSettings changed = settings.with(Setting.GUARDS, guards);
    return checked(
        isLossless(guards) ? changed.with(Setting.PREFERENCE, Preference.LONGEST) : changed);
  }

  /** Verdicts that an index takes in when it is opened, on top of those that it has. */
  public List<PairVerdict> verdicts() {
    return get(Setting.VERDICTS);
  }

  /**
   * See {@link #verdicts()}; replaces those set before. The last one on a pair holds. It is about
   * the two texts that are there when it is given, or else come next: it holds whenever these come
   * again, and lapses when either document comes with another text. "The same" counts as
   * resemblance 1 where both are in one scope and have text, whatever guards say; of "different"
   * neither goes behind the other. If any is new to an index, opening it decides on all documents
   * again, as {@link CollapsingIndexWriter#reconcile} does. Does not go with {@link
   * ContainedTexts#HIDE}.
   */
  public CollapseConfig withVerdicts(List<PairVerdict> newVerdicts) {
    List<PairVerdict> verdicts =
        Objects.requireNonNull(newVerdicts, "verdicts").stream()
            .map(
                each ->
                    new PairVerdict(
                        KeyFields.asIndexed(each.a()), KeyFields.asIndexed(each.b()), each.kind()))
            .toList();
    return with(Setting.VERDICTS, verdicts);
  }

  private static boolean isLossless(List<Guard> guards) {
    return guards.contains(Guard.LOSSLESS);
  }

  /** Which of near-duplicates represents them. */
  public Preference preference() {
    return get(Setting.PREFERENCE);
  }

  /** See {@link #preference()}. */
  public CollapseConfig withPreference(Preference newPreference) {
    return with(Setting.PREFERENCE, newPreference);
  }

  /** What decides between near-duplicates and others. */
  public Verification verification() {
    return get(Setting.VERIFICATION);
  }

  /** See {@link #verification()}. */
  public CollapseConfig withVerification(Verification newVerification) {
    return with(Setting.VERIFICATION, newVerification);
  }

  /** How long hidden documents are kept; for ever if there is none. */
  public Optional<Retention> retention() {
    return get(Setting.RETENTION);
  }

  /** See {@link #retention()}. */
  public CollapseConfig withRetention(Retention newRetention) {
    Objects.requireNonNull(newRetention, "retention");
    return with(Setting.RETENTION, Optional.of(newRetention));
  }

  /**
   * Whether a document that has none of the text fields is refused while no document of the index
   * has one either: then the name of a text field is likely to be wrong. Once there is one, such
   * documents pass, stay visible, and are counted in {@link WriterStatistics}.
   */
  public boolean requiresText() {
    return get(Setting.REQUIRES_TEXT);
  }

  /** See {@link #requiresText()}. */
  public CollapseConfig withRequiresText(boolean newRequiresText) {
    return with(Setting.REQUIRES_TEXT, newRequiresText);
  }

  /** Slots of a sketch, 1 to 1024. */
  public int slots() {
    return get(Setting.SLOTS);
  }

  /** Stored bits of a slot, 1 to 64. */
  public int bits() {
    return get(Setting.BITS);
  }

  /** See {@link #slots()} and {@link #bits()}. */
  public CollapseConfig withSketch(int newSlots, int newBits) {
    return checked(settings.with(Setting.SLOTS, newSlots).with(Setting.BITS, newBits));
  }

  /**
   * A document with fewer elements is a near-duplicate only of one with the same sequence of
   * tokens; at least 1.
   */
  public int minElements() {
    return get(Setting.MIN_ELEMENTS);
  }

  /** See {@link #minElements()}. */
  public CollapseConfig withMinElements(int newMinElements) {
    return with(Setting.MIN_ELEMENTS, newMinElements);
  }

  /**
   * Key of all hash functions; a secret one keeps others from making pages that meet a document.
   */
  public long seed() {
    return get(Setting.SEED);
  }

  /** See {@link #seed()}. */
  public CollapseConfig withSeed(long newSeed) {
    return with(Setting.SEED, newSeed);
  }

  /**
   * How many documents that were indexed, deleted or moved since the last refresh are kept in
   * memory before the writer refreshes by itself, at least 1. It also does when they take more of
   * the heap than the index writer's buffer may ({@link IndexWriterConfig#setRAMBufferSizeMB}), or
   * when the groups that were read to find new representatives take more than that and a 16th of
   * the heap.
   */
  public int maxPending() {
    return get(Setting.MAX_PENDING);
  }

  /** See {@link #maxPending()}. */
  public CollapseConfig withMaxPending(int newMaxPending) {
    return with(Setting.MAX_PENDING, newMaxPending);
  }

  /**
   * How much of the heap documents may take that {@link DecidedDocument#writeLater} holds back,
   * with their tokens, in bytes; 0 to hold none back. The default is 32 MB, and at most 65,536
   * documents are held back.
   */
  public long maxHeldBytes() {
    return get(Setting.MAX_HELD_BYTES);
  }

  /** See {@link #maxHeldBytes()}. */
  public CollapseConfig withMaxHeldBytes(long newMaxHeldBytes) {
    return with(Setting.MAX_HELD_BYTES, newMaxHeldBytes);
  }

  /**
   * Makes sketches of texts as a writer with this configuration does, to compare with its index's.
   *
   * @param analyzer the writer's; another one is noticed, when sketches are compared, only if it
   *     makes other tokens of a short probe. {@link CollapsingIndexWriter#open} looks closer
   */
  public TextSketcher textSketcher(Analyzer analyzer) throws IOException {
    Objects.requireNonNull(analyzer, "analyzer");
    return sketchSettings().textSketcher(analyzer, textFields());
  }

  /** What near-duplicates are, by threshold, verification and whether something may be lost. */
  public ResemblanceRule rule() {
    return verification().rule(threshold(), shingling()).withLossless(isLossless(guards()));
  }

  /** How sketches are made. */
  public SketchSettings sketchSettings() {
    return sketch;
  }

  /** The share from which a contained text is hidden, if any is. */
  public double leastContained() {
    return isLossless(guards()) ? 1 : ContainedTexts.LEAST;
  }

  /** The fields that decisions depend on. */
  Set<String> decisiveFields() {
    Set<String> fields = new HashSet<>(textFields());
    fields.add(idField());
    scopeField().ifPresent(fields::add);
    guards().stream().map(Guard::field).filter(Objects::nonNull).forEach(fields::add);
    preference().criteria().stream().map(Criterion::field).forEach(fields::add);
    fields.remove(""); // of a criterion without one
    return Set.copyOf(fields);
  }

  /** What decisions depend on. */
  GroupSettings groupSettings(double maxPendingBytes) {
    return new GroupSettings(
        idField(),
        variants() == Variants.DROP,
        rule(),
        new Ranker(preference()).comparator(),
        contained() == ContainedTexts.HIDE
            ? OptionalDouble.of(leastContained())
            : OptionalDouble.empty(),
        maxPending(),
        maxPendingBytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CollapseConfig config && settings.equals(config.settings);
  }

  @Override
  public int hashCode() {
    return settings.hashCode();
  }

  /** All settings but the seed, which may be a secret. */
  @Override
  public String toString() {
    return settings.toString();
  }
}
