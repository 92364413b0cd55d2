// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static org.neardup.internal.record.CommitData.PREFIX;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.neardup.index.Setting.Difference;
import org.neardup.internal.compare.AnalyzerProbe;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.Verdicts;
import org.neardup.internal.groups.LiveDocument;
import org.neardup.internal.record.CommitData;
import org.neardup.internal.record.LastCommit;

/**
 * The settings of a writer, as its commits carry them in their user data: what a writer must have
 * the same to go on with an index.
 */
final class CommitSettings {
  private final Map<Setting<?>, String> settings = new LinkedHashMap<>();

  CommitSettings(CollapseConfig config, SketchParameters parameters, Analyzer analyzer)
      throws IOException {
    Map<String, String> ofAnalyzer =
        config.comparesValues() ? Map.of() : AnalyzerProbe.traits(analyzer, config.textFields());
    Setting.Made made = new Setting.Made(parameters, ofAnalyzer);
    for (Setting<?> setting : Setting.ofIndex()) {
      settings.put(setting, config.settings().written(setting, made));
    }
  }

  /**
   * Takes over what an index tells of its analyzer where the one in use does not tell it.
   *
   * @param commit of it; null if there is no index yet
   */
  void keepTraits(LastCommit commit) throws IOException {
    for (Setting<?> setting : Setting.ofIndex()) {
      if (commit != null && setting.mayBeUnknown() && settings.get(setting).isEmpty()) {
        settings.put(setting, commit.data().read(setting.key(), value -> value));
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
    userData.put(PREFIX + CommitData.VERSION, CommitData.CURRENT_VERSION);
    settings.forEach((setting, value) -> userData.put(PREFIX + setting.key(), value));
    putVerdicts(userData, verdicts);
    userData.put(PREFIX + CommitData.NEXT_NUMBER, Long.toString(nextNumber));
    userData.put(PREFIX + CommitData.DOCUMENTS, Integer.toString(documents));
    return userData;
  }

  /** Puts verdicts, as text, in the place of others. */
  static void putVerdicts(Map<String, String> userData, String verdicts) {
    userData.compute(
        PREFIX + CommitData.VERDICTS, (key, old) -> verdicts.isEmpty() ? null : verdicts);
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
  long check(LastCommit commit, Purpose purpose) throws IOException {
    if (commit == null) {
      return 0;
    }
    CommitData data = ours(commit.data());
    config(data); // throws if it is damaged
    Map<Setting<?>, Difference> differences = new LinkedHashMap<>();
    for (Setting<?> setting : Setting.ofIndex()) {
      String present = data.read(setting.key(), value -> value);
      String wanted = settings.get(setting);
      boolean mayDiffer = purpose == Purpose.RETUNING && setting.isTunable();
      if (!mayDiffer && setting.differs(present, wanted)) {
        differences.put(setting, new Difference(present, wanted));
      }
    }
    if (!differences.isEmpty()) {
      boolean isTunable = differences.keySet().stream().allMatch(Setting::isTunable);
      throw new IndexSettingsException(
          "index was made with " + Setting.words(differences),
          (isTunable ? "IndexCheck.retune changes that; else " : "")
              + "open it with IndexInfo.read(directory).config() and its analyzer, or index its documents"
              + " again (OpenMode.CREATE)");
    }
    if (purpose != Purpose.REPAIRING && !commit.changes().isEmpty()) {
      throw new IndexSettingsException(
          "index must be written by Neardup alone, but "
              + String.join(", ", commit.changes())
              + "; repair it (IndexCheck.repair, neardup check --repair), which takes the changes"
              + " in");
    }
    return data.read(CommitData.NEXT_NUMBER, CommitSettings::nextNumber);
  }

  private static long nextNumber(String value) {
    long number = Long.parseLong(value);
    if (!LiveDocument.mayBeGiven(number)) {
      throw new IllegalArgumentException("a number of a document must be at least 0, below 2^62");
    }
    return number;
  }

  /** The same, if Neardup made it. */
  private static CommitData ours(CommitData data) throws IndexSettingsException {
    if (data.version() == null) {
      throw new IndexSettingsException(
          "index was not made by neardup",
          "name another directory, or make an index of its documents (neardup rebuild)");
    } else if (!data.isOurs()) {
      throw new IndexSettingsException(
          "index was made by version " + data.version() + ", not " + CommitData.CURRENT_VERSION,
          "index its documents again (OpenMode.CREATE)");
    }
    return data;
  }

  /** What the latest commit of an index says, without what changes with each commit. */
  static IndexInfo info(Directory directory) throws IOException {
    CommitData data = ours(CommitData.of(SegmentInfos.readLatestCommit(directory)));
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put(CommitData.VERSION, data.version());
    for (Setting<?> setting : Setting.ofIndex()) {
      settings.put(setting.key(), data.read(setting.key(), value -> value));
    }
    return new IndexInfo(config(data), settings, verdicts(data).all());
  }

  /** The verdicts that a commit says hold. */
  static Verdicts verdicts(CommitData data) throws IOException {
    return data.read(CommitData.VERDICTS, "", Verdicts::parse);
  }

  /**
   * What a commit carries besides settings.
   *
   * @param commit null if there is no index yet
   */
  static Map<String, String> others(LastCommit commit) {
    Map<String, String> others =
        new LinkedHashMap<>(commit == null ? Map.of() : commit.data().all());
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

  /** The configuration that an index was made with, but for its seed. */
  private static CollapseConfig config(CommitData data) throws IOException {
    CollapseSettings found = CollapseSettings.DEFAULTS;
    for (Setting<?> setting : Setting.ofIndex()) {
      CollapseSettings before = found;
      found = data.read(setting.key(), value -> before.read(setting, value));
    }
    CollapseSettings all = found;
    return data.checked("settings", () -> CollapseConfig.checked(all));
  }
}
