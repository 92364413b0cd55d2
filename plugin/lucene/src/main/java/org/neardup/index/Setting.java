// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Guard;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.SketchSettings;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.Verdicts;
import org.neardup.internal.record.CommitData;
import org.neardup.internal.record.FieldNames;
import org.neardup.sketch.Bands;

/**
 * A setting, a row for each: its name, what it is by default, how the commits of an index carry it,
 * and what else is to be known. Some are of a {@link CollapseConfig} and of the index, some of a
 * configuration alone, and some follow from others and are of the index alone.
 *
 * @param <T> type of its values in a configuration; none where it follows from others
 */
final class Setting<T> {
  private static final List<Setting<?>> ALL = new ArrayList<>();

  static final Setting<String> ID_FIELD =
      of("idField", "id", value -> value, value -> value)
          .checked(name -> FieldNames.check("idField", name));
  static final Setting<List<String>> TEXT_FIELDS =
      of(CommitData.TEXT_FIELDS, List.of("text"), CommitData::join, CommitData::split)
          .checked(Setting::checkTextFields);
  static final Setting<Optional<String>> SCOPE_FIELD =
      of(
              "scopeField",
              Optional.<String>empty(),
              field -> field.orElse(""),
              field -> Optional.of(field).filter(name -> !name.isEmpty()))
          .said(Setting::scopes)
          .checked(field -> field.ifPresent(name -> FieldNames.check("scopeField", name)));
  static final Setting<Shingling> SHINGLING =
      of(
          CommitData.SHINGLING,
          SketchSettings.DEFAULTS.shingling(),
          Shingling::toString,
          Shingling::parse);
  static final Setting<Void> ANALYZER =
      ofAnalyzer("analyzer").said((present, wanted) -> "another analyzer");
  static final Setting<Void> ANALYZER_PROBE =
      ofAnalyzer("analyzerProbe").unknownAtTimes().said((present, wanted) -> "another analyzer");
  static final Setting<Void> ANALYZER_CLASS = ofAnalyzer("analyzerClass").unknownAtTimes();
  static final Setting<Void> ANALYZER_STOP_WORDS =
      ofAnalyzer("analyzerStopWords").unknownAtTimes().said(Setting::stopWords);
  static final Setting<Void> ANALYZER_PARAMETERS =
      ofAnalyzer("analyzerParameters").unknownAtTimes();
  static final Setting<Void> ALGORITHM =
      following("algorithm", made -> made.parameters.format().algorithm(), value -> {});
  static final Setting<Integer> SLOTS =
      of("slots", SketchSettings.DEFAULTS.slots(), Object::toString, Integer::valueOf);
  static final Setting<Integer> BITS =
      of("bits", SketchSettings.DEFAULTS.bits(), Object::toString, Integer::valueOf);
  static final Setting<Void> SEED_ID =
      following(
              "seedId",
              made -> Long.toHexString(made.parameters.format().seedId()),
              value -> Long.parseUnsignedLong(value, 16))
          .said((present, wanted) -> "another seed");
  static final Setting<Integer> MIN_ELEMENTS =
      of("minElements", SketchSettings.DEFAULTS.minElements(), Object::toString, Integer::valueOf);
  static final Setting<Double> THRESHOLD =
      of("threshold", SketchSettings.DEFAULTS.threshold(), Object::toString, Double::valueOf)
          .tunable();
  static final Setting<Variants> VARIANTS =
      of("variants", Variants.HIDE, Variants::name, Variants::valueOf).tunable();
  static final Setting<ContainedTexts> CONTAINED =
      of("contained", ContainedTexts.SHOW, ContainedTexts::name, ContainedTexts::valueOf);
  static final Setting<List<Guard>> GUARDS =
      of(
              "guards",
              List.<Guard>of(),
              guards -> CommitData.join(guards.stream().map(SketchParameters::guard).toList()),
              Setting::guards)
          .tunable()
          .said((present, wanted) -> named("guards", present) + ", not " + named("guards", wanted))
          .checked(Setting::checkGuards);
  static final Setting<Preference> PREFERENCE =
      of("preference", Preference.FIRST, Preference::toString, Preference::parse).tunable();
  static final Setting<Void> BANDS =
      following("bands", made -> bands(made.parameters.bands()), Setting::checkBands).tunable();

  /** The commits of an index have its id instead. */
  static final Setting<Long> SEED = ofWriter("seed", SketchSettings.DEFAULTS.seed());

  static final Setting<List<PairVerdict>> VERDICTS =
      ofWriter("verdicts", List.<PairVerdict>of())
          .checked(verdicts -> verdicts.forEach(new Verdicts()::add)); // if they are too many
  static final Setting<Verification> VERIFICATION = ofWriter("verification", Verification.AUTO);
  static final Setting<Optional<Retention>> RETENTION = ofWriter("retention", Optional.empty());
  static final Setting<Boolean> REQUIRES_TEXT = ofWriter("requiresText", true);
  static final Setting<Integer> MAX_PENDING =
      ofWriter("maxPending", 1_000_000)
          .checked(most -> require(most >= 1, "maxPending must be at least 1", most));
  static final Setting<Long> MAX_HELD_BYTES =
      ofWriter("maxHeldBytes", 32L << 20)
          .checked(most -> require(most >= 0, "maxHeldBytes must be at least 0", most));

  /** What settings follow from. */
  record Made(SketchParameters parameters, Map<String, String> analyzer) {}

  private final String key;
  private final T initial; // null: it follows from others
  private final Function<T, String> writing; // null: it follows from others, or no index has it
  private final Function<Made, String> following; // null: it follows from no others
  private final Function<String, T> reading; // null: no index has it
  private boolean isTunable;
  private boolean mayBeUnknown;
  private BinaryOperator<String> words;
  private Consumer<T> check = value -> {};

  private Setting(
      String key,
      T initial,
      Function<T, String> writing,
      Function<Made, String> following,
      Function<String, T> reading) {
    this.key = key;
    this.initial = initial;
    this.writing = writing;
    this.following = following;
    this.reading = reading;
    words = (present, wanted) -> key + " " + present + ", not " + wanted;
    ALL.add(this);
  }

  /** A setting of a configuration that its indexes have, too. */
  private static <T> Setting<T> of(
      String key, T initial, Function<T, String> writing, Function<String, T> reading) {
    return new Setting<>(key, initial, writing, null, reading);
  }

  /** A setting of a configuration that its indexes do not have. */
  private static <T> Setting<T> ofWriter(String key, T initial) {
    return new Setting<>(key, initial, null, null, null);
  }

  /** What an index has and a configuration does not say; checked when it is read. */
  private static Setting<Void> following(
      String key, Function<Made, String> following, Consumer<String> check) {
    return new Setting<>(
        key,
        null,
        null,
        following,
        value -> {
          check.accept(value);
          return null;
        });
  }

  /** What is said of the analyzer; nothing where values are compared as they are. */
  private static Setting<Void> ofAnalyzer(String key) {
    return following(key, made -> made.analyzer.getOrDefault(key, ""), value -> {});
  }

  /** Retuning may change it: sketches do not depend on it. */
  private Setting<T> tunable() {
    isTunable = true;
    return this;
  }

  /** Empty where an analyzer does not tell it, and not compared then. */
  private Setting<T> unknownAtTimes() {
    mayBeUnknown = true;
    return this;
  }

  /** Says a difference in other words. */
  private Setting<T> said(BinaryOperator<String> newWords) {
    words = newWords;
    return this;
  }

  /** Adds what throws an exception for a value that is out of its range. */
  private Setting<T> checked(Consumer<T> newCheck) {
    check = newCheck;
    return this;
  }

  /** All that a configuration has. */
  static List<Setting<?>> ofConfig() {
    return ALL.stream().filter(setting -> setting.initial != null).toList();
  }

  /** All that an index has, in the order in which its commits have them. */
  static List<Setting<?>> ofIndex() {
    return ALL.stream().filter(setting -> setting.reading != null).toList();
  }

  /** The name, in the data of a commit after the prefix. */
  String key() {
    return key;
  }

  /** What it is in a configuration unless that says otherwise. */
  T initial() {
    return initial;
  }

  /**
   * What a writer leaves in a commit.
   *
   * @param value in its configuration; null if the setting follows from others
   */
  String written(T value, Made made) {
    return writing == null ? following.apply(made) : writing.apply(value);
  }

  /**
   * Reads what a commit says; throws any exception if no writer leaves that.
   *
   * @return the value in a configuration; null if the setting follows from others
   */
  T read(String value) {
    return reading.apply(value);
  }

  /** Throws an exception for a value that is out of its range. */
  void check(T value) {
    check.accept(value);
  }

  boolean isTunable() {
    return isTunable;
  }

  boolean mayBeUnknown() {
    return mayBeUnknown;
  }

  /** Whether an index and a writer differ. */
  boolean differs(String present, String wanted) {
    boolean isUnknown = mayBeUnknown && (present.isEmpty() || wanted.isEmpty());
    return !isUnknown && !present.equals(wanted);
  }

  /** Two values that are not the same. */
  record Difference(String present, String wanted) {}

  /**
   * Differences in words. A hash is only said to be another one, if nothing else tells it; and
   * bands follow from threshold and slots.
   */
  static String words(Map<Setting<?>, Difference> differences) {
    Set<Setting<?>> said = new LinkedHashSet<>(differences.keySet());
    if (Stream.of(ANALYZER_CLASS, ANALYZER_STOP_WORDS, ANALYZER_PARAMETERS)
        .anyMatch(said::contains)) {
      said.removeAll(List.of(ANALYZER, ANALYZER_PROBE));
    }
    if (differences.containsKey(ANALYZER)) {
      said.remove(ANALYZER_PROBE);
    }
    if (differences.size() > 1) {
      said.remove(BANDS);
    }
    StringJoiner words = new StringJoiner("; ");
    for (Setting<?> setting : said) {
      Difference difference = differences.get(setting);
      words.add(setting.words.apply(difference.present, difference.wanted));
    }
    return words.toString();
  }

  private static void checkTextFields(List<String> textFields) {
    require(!textFields.isEmpty(), "textFields must name at least one field", textFields);
    require(
        textFields.equals(CommitData.split(CommitData.join(textFields))),
        "names of textFields must have no comma",
        textFields);
    textFields.forEach(name -> FieldNames.check("names of textFields", name));
    require(
        Set.copyOf(textFields).size() == textFields.size(),
        "textFields must name each field once",
        textFields);
  }

  private static void checkGuards(List<Guard> guards) {
    for (Guard guard : guards) {
      if (guard.field() != null) {
        FieldNames.check("fields of guards", guard.field());
      }
    }
  }

  /** Throws an exception unless a condition holds. */
  static void require(boolean condition, String constraint, Object value) {
    if (!condition) {
      throw new IllegalArgumentException(constraint + ", got " + value);
    }
  }

  private static String scopes(String present, String wanted) {
    boolean areNamed = !present.isEmpty() && !wanted.isEmpty();
    return named("scope", present) + ", not " + (areNamed ? wanted : named("scope", wanted));
  }

  private static String named(String what, String names) {
    return (names.isEmpty() ? "no " : "") + what + (names.isEmpty() ? "" : " " + names);
  }

  private static String stopWords(String present, String wanted) {
    String before = count(present);
    String after = count(wanted);
    return "analyzerStopWords "
        + before
        + ", not "
        + (before.equals(after) ? "these " : "")
        + after;
  }

  /** Of a number, a hyphen and a hash. */
  private static String count(String stopWords) {
    return stopWords.replaceFirst("-.*", "");
  }

  /** As they are here, whatever versions the index has. */
  private static List<Guard> guards(String namesAndVersions) {
    return namesAndVersions.isEmpty()
        ? List.of()
        : CommitData.split(namesAndVersions).stream()
            .map(guard -> Guard.parse(guard.substring(0, guard.lastIndexOf(':'))))
            .toList();
  }

  private static String bands(Bands bands) {
    return bands.bands() + "x" + bands.rows();
  }

  private static void checkBands(String value) {
    if (!value.matches("\\d+x\\d+")) {
      throw new IllegalArgumentException("bands must be a number of bands x one of rows");
    }
  }
}
