// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import static com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES;
import static com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOSupplier;
import org.neardup.compare.SketchSettings;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.SetFields;

/**
 * A file that {@code neardup cluster} wrote. It is whole, or it is another file. A {@link
 * ToolException} says which line is wrong, or why it cannot be read.
 *
 * @param settings that the clusters were made with, by name; empty if the first line has none
 */
public record ClusterFile(Path path, Map<String, String> settings) {
  private static final Pattern SETTINGS = Pattern.compile("\\s*\\{\\s*\"settings\"\\s*:");
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(FAIL_ON_NULL_FOR_PRIMITIVES, FAIL_ON_TRAILING_TOKENS).build();

  /** The line before the clusters. */
  record SettingsLine(Map<String, String> settings) {
    SettingsLine {
      Objects.requireNonNull(settings, "settings");
    }
  }

  /** Sorts the settings. */
  public ClusterFile {
    settings = new TreeMap<>(settings);
  }

  /** Reads the first line. */
  public static ClusterFile of(Path path) throws IOException {
    ClusterFile file = new ClusterFile(path, Map.of());
    try (BufferedReader lines = file.open()) {
      String line = file.readable(lines::readLine);
      return line == null || !isSettings(line)
          ? file
          : new ClusterFile(path, file.parse(SettingsLine.class, "the settings", line, 1).settings);
    }
  }

  private static boolean isSettings(String line) {
    return SETTINGS.matcher(line).lookingAt();
  }

  /** What was compared, see {@link ClusterConfig#ofSettings}; nothing if there are no settings. */
  public Optional<ClusterConfig> config() {
    try {
      return settings.isEmpty()
          ? Optional.empty()
          : Optional.of(ClusterConfig.ofSettings(settings));
    } catch (IllegalArgumentException e) {
      throw bad(":1: " + e.getMessage());
    }
  }

  /** The sets that the clusters were made of; none if of texts, or if there are no settings. */
  public SetFields sets() {
    String names = settings.get("set-field");
    return names == null
        ? SetFields.NONE
        : new SetFields(
            Set.of(names.split(",", -1)), config().orElseThrow().shingling().occurrences());
  }

  /** The fields whose values make the texts of documents, as far as the settings say. */
  public List<String> textFields() {
    String names = settings.get("text-field");
    return names == null ? InputDocument.TEXT_FIELDS : List.of(names.split(",", -1));
  }

  /** Passes on all clusters, in their order. */
  void forEach(IOConsumer<ClusterLine> action) throws IOException {
    try (BufferedReader lines = open()) {
      long number = 0;
      IOSupplier<String> next = lines::readLine;
      for (String line = readable(next); line != null; line = readable(next)) {
        number++;
        if (number > 1 || !isSettings(line)) {
          action.accept(parse(ClusterLine.class, "a cluster", line, number));
        }
      }
    }
  }

  private BufferedReader open() {
    return readable(() -> Files.newBufferedReader(path, UTF_8));
  }

  private <T> T readable(IOSupplier<T> reading) {
    try {
      return reading.get();
    } catch (IOException problem) {
      throw bad(
          switch (problem) {
            case NoSuchFileException e -> ": no such file";
            case CharacterCodingException e -> ": not a file of 'neardup cluster': it is not UTF-8";
            default -> ": cannot be read: " + problem.getMessage();
          });
    }
  }

  private <T> T parse(Class<T> type, String what, String line, long number) {
    String problem = "got null";
    try {
      T value = MAPPER.readValue(line, type);
      if (value != null) {
        return value;
      }
    } catch (JsonProcessingException e) {
      problem = e.getOriginalMessage().lines().findFirst().orElse("");
    }
    throw bad(":" + number + ": not " + what + " of 'neardup cluster': " + problem);
  }

  private ToolException bad(String problem) {
    return new ToolException(ExitCode.INPUT_FAILED, path + problem);
  }

  /**
   * What clusters were made by, as far as it is known.
   *
   * @param config only content, shingling and threshold matter
   * @param assumesShingle whether its shingling was not given
   * @param assumesThreshold whether its threshold was not
   */
  public record ClusteredBy(
      ClusterConfig config, boolean assumesShingle, boolean assumesThreshold) {
    /** What sketches are made with as clusters were. */
    SketchSettings sketchSettings() {
      SketchSettings settings =
          SketchSettings.DEFAULTS
              .withShingling(config.shingling())
              .withThreshold(config.threshold());
      // Clusters know no small sets.
      return config.comparesValues() ? settings.withMinElements(1) : settings;
    }

    /** The settings that a page shows for a file without settings, by name. */
    Map<String, String> settings() {
      return new TreeMap<>(
          Map.of(
              "shingle",
              marked(assumesShingle, config.shingling().toString()),
              "threshold",
              threshold()));
    }

    /** The threshold, in words. */
    String threshold() {
      return marked(assumesThreshold, String.valueOf(config.threshold()));
    }

    private static String marked(boolean isAssumed, String value) {
      return isAssumed ? value + " (assumed)" : value;
    }
  }
}
