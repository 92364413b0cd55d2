// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static org.neardup.record.CommitData.CURRENT_VERSION;
import static org.neardup.record.CommitData.DOCUMENTS;
import static org.neardup.record.CommitData.PREFIX;
import static org.neardup.record.CommitData.SHINGLING;
import static org.neardup.record.CommitData.TEXT_FIELDS;
import static org.neardup.record.CommitData.VERDICTS;
import static org.neardup.record.CommitData.VERSION;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.neardup.analysis.Shingling;
import org.neardup.compare.AnalyzerProbe;
import org.neardup.compare.Guard;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.SketchParameters;
import org.neardup.compare.Verdicts;
import org.neardup.record.CommitData;
import org.neardup.record.KeyFields;
import org.neardup.record.LastCommit;
import org.neardup.sketch.SketchFormat;

/**
 * The settings of an index as its commits carry them in their user data: what a writer must have
 * the same to go on with the index.
 */
final class CommitSettings {
  private static final String NEXT_NUMBER = "nextNumber";
  private static final String CONTAINED = "contained"; // unless an older version wrote it
  private static final String GUARDS = "guards"; // unless an older version wrote it

  /** What retuning may change: what sketches do not depend on. */
  private static final Set<String> TUNABLE =
      Set.of("threshold", "variants", "preference", "bands", GUARDS);

  private final Map<String, String> settings = new LinkedHashMap<>();

  CommitSettings(CollapseConfig config, SketchParameters parameters, Analyzer analyzer)
      throws IOException {
    SketchFormat format = parameters.format();
    settings.put(VERSION, CURRENT_VERSION);
    settings.put("idField", config.idField());
    settings.put(TEXT_FIELDS, CommitData.join(config.textFields()));
    settings.put("scopeField", config.scopeField().orElse(""));
    settings.put(SHINGLING, config.shingling().toString());
    putAnalyzer(analyzer, config);
    settings.put("algorithm", format.algorithm());
    settings.put("slots", Integer.toString(format.slots()));
    settings.put("bits", Integer.toString(format.bits()));
    settings.put("seedId", Long.toHexString(format.seedId()));
    settings.put("minElements", Integer.toString(config.minElements()));
    settings.put("threshold", Double.toString(config.threshold()));
    settings.put("variants", config.variants().name());
    settings.put(CONTAINED, config.contained().name());
    settings.put(
        GUARDS, CommitData.join(config.guards().stream().map(SketchParameters::guard).toList()));
    settings.put("preference", config.preference().toString());
    settings.put("bands", parameters.bands().bands() + "x" + parameters.bands().rows());
  }

  /** Values are compared as they are: any analyzer does. */
  private void putAnalyzer(Analyzer analyzer, CollapseConfig config) throws IOException {
    if (config.comparesValues()) {
      settings.put("analyzer", "");
      AnalyzerProbe.TRAITS.forEach(name -> settings.put(name, ""));
    } else {
      settings.put("analyzer", AnalyzerProbe.id(analyzer, config.textFields()));
      settings.putAll(AnalyzerProbe.traits(analyzer, config.textFields()));
    }
  }

  /**
   * Takes over what an index tells of its analyzer where the one in use does not tell it.
   *
   * @param commit of it; null if there is no index yet
   */
  void keepTraits(LastCommit commit) {
    if (commit != null) {
      for (String name : AnalyzerProbe.TRAITS) {
        if (settings.get(name).isEmpty()) {
          settings.put(name, commit.userData().getOrDefault(PREFIX + name, ""));
        }
      }
    }
  }

  /**
   * The user data of a commit.
   *
   * @param nextNumber for the next document or group
   * @param verdicts those that hold, as text
   * @param documents live ones
   */
  Map<String, String> userData(long nextNumber, String verdicts, int documents) {
    Map<String, String> userData = new LinkedHashMap<>();
    settings.forEach((name, value) -> userData.put(PREFIX + name, value));
    if (!verdicts.isEmpty()) {
      userData.put(PREFIX + VERDICTS, verdicts);
    }
    userData.put(PREFIX + NEXT_NUMBER, Long.toString(nextNumber));
    userData.put(PREFIX + DOCUMENTS, Integer.toString(documents));
    return userData;
  }

  /**
   * The commit that a writer goes on with, or null if it begins an index.
   *
   * @param writerConfig of the writer
   */
  static LastCommit lastCommit(Directory directory, IndexWriterConfig writerConfig)
      throws IOException {
    if (writerConfig.getOpenMode() == OpenMode.CREATE || !DirectoryReader.indexExists(directory)) {
      return null;
    }
    IndexCommit commit = writerConfig.getIndexCommit();
    return LastCommit.of(
        commit != null
            ? SegmentInfos.readCommit(directory, commit.getSegmentsFileName())
            : SegmentInfos.readLatestCommit(directory));
  }

  /** What an index is opened for, and so in what it may differ from what a writer would leave. */
  enum Purpose {
    /** In nothing. */
    WRITING,
    /** In the settings that retuning changes. */
    RETUNING,
    /** In that another writer changed it. */
    REPAIRING
  }

  /**
   * The number for the next document or group of an index.
   *
   * @param commit of it; null if there is no index yet, where that is 0
   * @throws IndexSettingsException if the index was made with other settings or by something else,
   *     or another writer changed it
   */
  long check(LastCommit commit, Purpose purpose) throws IndexSettingsException {
    if (commit == null) {
      return 0;
    }
    Set<String> mayDiffer = purpose == Purpose.RETUNING ? TUNABLE : Set.of();
    Map<String, String> found = read(commit.userData());
    Differences differences = new Differences();
    settings.forEach(
        (name, wanted) -> {
          String present = found.get(name);
          boolean may = mayDiffer.contains(name) && !isReport(wanted) && !isReport(present);
          if (!may && !wanted.equals(present) && !isUntold(name, present, wanted)) {
            differences.add(name, present, wanted);
          }
        });
    if (!differences.isEmpty()) {
      throw new IndexSettingsException("index was made with " + differences);
    }
    if (purpose != Purpose.REPAIRING && !commit.changes().isEmpty()) {
      throw new IndexSettingsException(
          "index must be written by Neardup alone, but "
              + String.join(", ", commit.changes())
              + "; repair it (IndexCheck.repair, neardup check --repair), which takes the changes"
              + " in");
    }
    return Long.parseLong(found.get(NEXT_NUMBER));
  }

  /** Whether a trait of the analyzer is known of one of two only. */
  private static boolean isUntold(String name, String present, String wanted) {
    return AnalyzerProbe.TRAITS.contains(name)
        && (present == null || present.isEmpty() || wanted.isEmpty());
  }

  /** Variants are marked in another field then, and visible. */
  private static boolean isReport(String variants) {
    return Variants.REPORT.name().equals(variants);
  }

  /**
   * The settings that the latest commit of an index carries, by name, and the next number.
   *
   * @throws IndexSettingsException if there is no index made by Neardup
   */
  static SortedMap<String, String> read(Directory directory) throws IOException {
    return read(SegmentInfos.readLatestCommit(directory).getUserData());
  }

  private static SortedMap<String, String> read(Map<String, String> userData)
      throws IndexSettingsException {
    SortedMap<String, String> found = readAnyVersion(userData);
    if (!found.get(VERSION).equals(CURRENT_VERSION)) {
      throw new IndexSettingsException(
          "index was made by version " + found.get(VERSION) + ", not " + CURRENT_VERSION);
    }
    found.putIfAbsent(CONTAINED, Contained.SHOW.name());
    found.putIfAbsent(GUARDS, "");
    return found;
  }

  /** The verdicts that hold in an index as of its latest commit. */
  static Verdicts verdicts(Directory directory) throws IOException {
    return Verdicts.parse(read(directory).getOrDefault(VERDICTS, ""));
  }

  /**
   * The verdicts that hold once an index took in those of a configuration.
   *
   * @param commit of it; null if there is no index yet
   */
  static Verdicts verdicts(LastCommit commit, List<PairVerdict> added) {
    Verdicts verdicts =
        commit == null ? new Verdicts() : Verdicts.parse(CommitData.verdicts(commit.userData()));
    for (PairVerdict each : added) {
      verdicts.add(
          new PairVerdict(
              KeyFields.asIndexed(each.a()), KeyFields.asIndexed(each.b()), each.kind()));
    }
    return verdicts;
  }

  /** As {@link #read}, of an index that any version made. */
  static SortedMap<String, String> readAnyVersion(Directory directory) throws IOException {
    return readAnyVersion(SegmentInfos.readLatestCommit(directory).getUserData());
  }

  private static SortedMap<String, String> readAnyVersion(Map<String, String> userData)
      throws IndexSettingsException {
    SortedMap<String, String> found = new TreeMap<>();
    userData.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX)) {
            found.put(name.substring(PREFIX.length()), value);
          }
        });
    if (!found.containsKey(VERSION)) {
      throw new IndexSettingsException("index was not made by neardup");
    }
    return found;
  }

  /**
   * What a commit carries besides settings.
   *
   * @param commit null if there is no index yet
   */
  static Map<String, String> others(LastCommit commit) {
    Map<String, String> others = new LinkedHashMap<>(commit == null ? Map.of() : commit.userData());
    others.keySet().removeIf(name -> name.startsWith(PREFIX));
    return others;
  }

  /** Refuses names that Neardup uses. */
  static void checkOthers(Map<String, String> others) {
    for (String name : others.keySet()) {
      if (name.startsWith(PREFIX)) {
        throw new IllegalArgumentException(
            "keys of commit data must not start with " + PREFIX + ", got " + name);
      }
    }
  }

  /** What {@link #read} finds, without the numbers that change with each commit. */
  static SortedMap<String, String> settings(Directory directory) throws IOException {
    SortedMap<String, String> settings = read(directory);
    settings.remove(NEXT_NUMBER);
    settings.remove(DOCUMENTS);
    settings.remove(VERDICTS);
    return settings;
  }

  /** The configuration that an index was made with, but for its seed, which no index tells. */
  static CollapseConfig config(Directory directory) throws IOException {
    Map<String, String> found = read(directory);
    CollapseConfig config =
        CollapseConfig.defaults()
            .withIdField(found.get("idField"))
            .withTextFields(CommitData.split(found.get(TEXT_FIELDS)))
            .withShingling(Shingling.parse(found.get(SHINGLING)))
            .withSketch(number(found, "slots"), number(found, "bits"))
            .withMinElements(number(found, "minElements"))
            .withThreshold(Double.parseDouble(found.get("threshold")))
            .withVariants(Variants.valueOf(found.get("variants")))
            .withContained(Contained.valueOf(found.get(CONTAINED)))
            .withGuards(guards(found.get(GUARDS)))
            .withPreference(Preference.parse(found.get("preference")));
    return Optional.of(found.get("scopeField"))
        .filter(name -> !name.isEmpty())
        .map(config::withScopeField)
        .orElse(config);
  }

  /** As they are here, whatever versions the index has. */
  private static Guard[] guards(String namesAndVersions) {
    return Stream.of(CommitData.split(namesAndVersions))
        .filter(guard -> !guard.isEmpty())
        .map(guard -> Guard.parse(guard.substring(0, guard.lastIndexOf(':'))))
        .toArray(Guard[]::new);
  }

  private static int number(Map<String, String> found, String name) {
    return Integer.parseInt(found.get(name));
  }

  /**
   * The settings in which an index and a writer differ, in words. Settings of which an index holds
   * a hash only are named without it, and what follows from another setting is left out.
   */
  private static final class Differences {
    private static final String BANDS = "bands";
    private static final String SCOPE = "scopeField";
    private static final String STOP_WORDS = "analyzerStopWords";

    /** Hashes, and what to call the setting. */
    private static final Map<String, String> HASHES =
        Map.of("analyzer", "analyzer", "analyzerProbe", "analyzer", "seedId", "seed");

    /** By name: the value of the index, and that of the writer. */
    private final Map<String, List<String>> values = new LinkedHashMap<>();

    /**
     * Adds a setting.
     *
     * @param present in the index; null if it does not say
     */
    void add(String name, String present, String wanted) {
      values.put(name, List.of(present == null ? "" : present, wanted));
    }

    boolean isEmpty() {
      return values.isEmpty();
    }

    @Override
    public String toString() {
      StringJoiner text = new StringJoiner("; ");
      List<String> named = new ArrayList<>();
      for (String name : values.keySet()) {
        String hashed = HASHES.get(name);
        if (hashed == null) {
          if (!name.equals(BANDS) || values.size() == 1) { // bands follow from threshold and slots
            text.add(text(name, values.get(name).getFirst(), values.get(name).getLast()));
          }
        } else if (!named.contains(hashed) && !isTold(hashed)) {
          text.add("another " + hashed);
          named.add(hashed);
        }
      }
      return text.toString();
    }

    /**
     * Whether the class, stop words or parameters of the analyzer say more than that it differs.
     */
    private boolean isTold(String hashed) {
      return values.keySet().stream()
          .anyMatch(name -> name.startsWith(hashed) && !HASHES.containsKey(name));
    }

    private static String text(String name, String present, String wanted) {
      return switch (name) {
        case SCOPE -> {
          boolean areNamed = !present.isEmpty() && !wanted.isEmpty();
          yield scope(present) + ", not " + (areNamed ? wanted : scope(wanted));
        }
        case GUARDS -> guards(present) + ", not " + guards(wanted);
        case STOP_WORDS -> {
          String before = count(present);
          String after = count(wanted);
          yield name + " " + before + ", not " + (before.equals(after) ? "these " : "") + after;
        }
        default -> name + " " + present + ", not " + wanted;
      };
    }

    private static String guards(String names) {
      return names.isEmpty() ? "no guards" : "guards " + names;
    }

    private static String scope(String field) {
      return field.isEmpty() ? "no scope" : "scope " + field;
    }

    /** Of a number, a hyphen and a hash. */
    private static String count(String stopWords) {
      return stopWords.replaceFirst("-.*", "");
    }
  }
}
