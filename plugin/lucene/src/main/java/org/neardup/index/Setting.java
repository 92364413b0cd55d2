// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Guard;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.record.CommitData;
import org.neardup.sketch.Bands;

/**
 * The settings of an index as its commits carry them, a row for each: its name, what a writer
 * leaves, how that is read, and what else is to be known. Reading sets the setting of a
 * configuration, or checks what follows from others.
 */
@SuppressWarnings("ImmutableEnumChecker") // functions without state
enum Setting {
  ID_FIELD("idField", made -> made.config.idField(), (to, value) -> to.idField = value),
  TEXT_FIELDS(
      CommitData.TEXT_FIELDS,
      made -> CommitData.join(made.config.textFields()),
      (to, value) -> to.textFields = CommitData.split(value)),
  SCOPE_FIELD(
      "scopeField",
      made -> made.config.scopeField().orElse(""),
      (to, value) -> to.scopeField = Optional.of(value).filter(name -> !name.isEmpty())),
  SHINGLING(
      CommitData.SHINGLING,
      made -> made.config.shingling().toString(),
      (to, value) -> to.shingling = Shingling.parse(value)),
  ANALYZER("analyzer"),
  ANALYZER_PROBE("analyzerProbe", Trait.MAY_BE_UNKNOWN),
  ANALYZER_CLASS("analyzerClass", Trait.MAY_BE_UNKNOWN),
  ANALYZER_STOP_WORDS("analyzerStopWords", Trait.MAY_BE_UNKNOWN),
  ANALYZER_PARAMETERS("analyzerParameters", Trait.MAY_BE_UNKNOWN),
  ALGORITHM("algorithm", made -> made.parameters.format().algorithm(), (to, value) -> {}),
  SLOTS(
      "slots",
      made -> Integer.toString(made.config.slots()),
      (to, value) -> to.slots = Integer.parseInt(value)),
  BITS(
      "bits",
      made -> Integer.toString(made.config.bits()),
      (to, value) -> to.bits = Integer.parseInt(value)),
  SEED_ID(
      "seedId",
      made -> Long.toHexString(made.parameters.format().seedId()),
      (to, value) -> Long.parseUnsignedLong(value, 16)),
  MIN_ELEMENTS(
      "minElements",
      made -> Integer.toString(made.config.minElements()),
      (to, value) -> to.minElements = Integer.parseInt(value)),
  THRESHOLD(
      "threshold",
      made -> Double.toString(made.config.threshold()),
      (to, value) -> to.threshold = Double.parseDouble(value),
      Trait.TUNABLE),
  VARIANTS(
      "variants",
      made -> made.config.variants().name(),
      (to, value) -> to.variants = Variants.valueOf(value),
      Trait.TUNABLE),
  CONTAINED(
      "contained",
      made -> made.config.contained().name(),
      (to, value) -> to.contained = ContainedTexts.valueOf(value)),
  GUARDS(
      "guards",
      made -> CommitData.join(made.config.guards().stream().map(SketchParameters::guard).toList()),
      (to, value) -> to.guards = guards(value),
      Trait.TUNABLE),
  PREFERENCE(
      "preference",
      made -> made.config.preference().toString(),
      (to, value) -> to.preference = Preference.parse(value),
      Trait.TUNABLE),
  BANDS(
      "bands",
      made -> bands(made.parameters.bands()),
      (to, value) -> checkBands(value),
      Trait.TUNABLE);

  /** What a writer makes an index of. */
  record Made(CollapseConfig config, SketchParameters parameters, Map<String, String> analyzer) {}

  /** What is to be known of a setting besides. */
  private enum Trait {
    /** Retuning may change it: sketches do not depend on it. */
    TUNABLE,
    /** Empty where an analyzer does not tell it, and not compared then. */
    MAY_BE_UNKNOWN
  }

  private final String key;
  private final Function<Made, String> written;
  private final BiConsumer<CollapseSettings, String> reading;
  private final List<Trait> traits;

  Setting(
      String key,
      Function<Made, String> written,
      BiConsumer<CollapseSettings, String> reading,
      Trait... traits) {
    this.key = key;
    this.written = written;
    this.reading = reading;
    this.traits = List.of(traits);
  }

  /** What is said of the analyzer; nothing where values are compared as they are. */
  Setting(String key, Trait... traits) {
    this(key, made -> made.analyzer.getOrDefault(key, ""), (to, value) -> {}, traits);
  }

  /** The name in the data of a commit, after the prefix. */
  String key() {
    return key;
  }

  /** What a writer leaves in a commit. */
  String written(Made made) {
    return written.apply(made);
  }

  /** Sets what a commit says; throws any exception if that is not what a writer leaves. */
  void read(CollapseSettings to, String value) {
    reading.accept(to, value);
  }

  boolean isTunable() {
    return traits.contains(Trait.TUNABLE);
  }

  boolean mayBeUnknown() {
    return traits.contains(Trait.MAY_BE_UNKNOWN);
  }

  /** Whether an index and a writer differ. */
  boolean differs(String present, String wanted) {
    boolean isUnknown = mayBeUnknown() && (present.isEmpty() || wanted.isEmpty());
    return !isUnknown && !present.equals(wanted);
  }

  /** Two values that are not the same. */
  record Difference(String present, String wanted) {}

  /**
   * Differences in words. A hash is only said to be another one, if nothing else tells it; and
   * bands follow from threshold and slots.
   */
  static String words(EnumMap<Setting, Difference> differences) {
    StringJoiner words = new StringJoiner("; ");
    boolean isAnalyzerTold =
        Stream.of(ANALYZER_CLASS, ANALYZER_STOP_WORDS, ANALYZER_PARAMETERS)
            .anyMatch(differences::containsKey);
    differences.forEach(
        (setting, difference) -> {
          boolean isTold =
              switch (setting) {
                case ANALYZER -> isAnalyzerTold;
                case ANALYZER_PROBE -> isAnalyzerTold || differences.containsKey(ANALYZER);
                case BANDS -> differences.size() > 1;
                default -> false;
              };
          if (!isTold) {
            words.add(setting.words(difference.present, difference.wanted));
          }
        });
    return words.toString();
  }

  private String words(String present, String wanted) {
    return switch (this) {
      case ANALYZER, ANALYZER_PROBE -> "another analyzer";
      case SEED_ID -> "another seed";
      case SCOPE_FIELD -> {
        boolean areNamed = !present.isEmpty() && !wanted.isEmpty();
        yield scope(present) + ", not " + (areNamed ? wanted : scope(wanted));
      }
      case GUARDS -> named(present) + ", not " + named(wanted);
      case ANALYZER_STOP_WORDS -> {
        String before = count(present);
        String after = count(wanted);
        yield key + " " + before + ", not " + (before.equals(after) ? "these " : "") + after;
      }
      default -> key + " " + present + ", not " + wanted;
    };
  }

  private static String scope(String field) {
    return field.isEmpty() ? "no scope" : "scope " + field;
  }

  private static String named(String guards) {
    return guards.isEmpty() ? "no guards" : "guards " + guards;
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
