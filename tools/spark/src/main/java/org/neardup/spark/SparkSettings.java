// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.neardup.compare.Guard;
import org.neardup.index.Verification;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Content;
import org.neardup.tools.cluster.config.Grouping;
import org.neardup.tools.cluster.config.OutputFormat;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.config.SketchKind;
import org.neardup.tools.console.Json;

/**
 * What {@link ClusterConfig} says, as tasks receive it.
 *
 * @param given by the names of the setters of {@link NearDuplicates}; others are by default
 */
record SparkSettings(Map<String, String> given) implements Serializable {
  static final String THRESHOLD = "threshold";
  static final String SHINGLING = "shingling";
  static final String SKETCH = "sketch";
  static final String VERIFICATION = "verification";
  static final String GROUPING = "grouping";
  static final String MAX_BUCKET = "maxBucket";
  static final String ANALYZER = "analyzer";
  static final String GUARD = "guard";
  static final SparkSettings DEFAULTS = new SparkSettings(Map.of());

  /** Checks ranges, and what goes together. */
  SparkSettings {
    given = Map.copyOf(given);
    config(given);
  }

  /** The same with another value. */
  SparkSettings with(String name, Object value) {
    Map<String, String> all = new HashMap<>(given);
    all.put(name, value.toString());
    return new SparkSettings(all);
  }

  ClusterConfig config() {
    return config(given);
  }

  private static ClusterConfig config(Map<String, String> given) {
    ClusterConfig defaults = ClusterConfig.defaults();
    return new ClusterConfig(
        Relation.RESEMBLANCE,
        CandidateMethod.LSH,
        SketchKind.parse(given.getOrDefault(SKETCH, defaults.sketch().toString())),
        ClusterConfig.shingling(given.getOrDefault(SHINGLING, "word:5")),
        Content.FULL,
        Double.parseDouble(given.getOrDefault(THRESHOLD, Double.toString(defaults.threshold()))),
        named(Verification.class, VERIFICATION, given, defaults.verification()),
        named(Grouping.class, GROUPING, given, defaults.grouping()),
        OutputFormat.CLUSTERS,
        defaults.window(),
        Integer.parseInt(given.getOrDefault(MAX_BUCKET, Integer.toString(defaults.maxBucket()))),
        given.getOrDefault(ANALYZER, defaults.analyzer()),
        guards(given.getOrDefault(GUARD, "")));
  }

  private static <E extends Enum<E>> E named(
      Class<E> type, String setting, Map<String, String> given, E byDefault) {
    String name = given.getOrDefault(setting, Json.lower(byDefault));
    List<String> names = Arrays.stream(type.getEnumConstants()).map(Json::lower).toList();
    if (!names.contains(name)) {
      throw new IllegalArgumentException(
          setting + " must be one of " + String.join(", ", names) + ", got " + name);
    }
    return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
  }

  private static List<Guard> guards(String names) {
    return names.isEmpty()
        ? List.of()
        : Guard.withoutFields(Stream.of(names.split(",", -1)).map(Guard::parse).toList());
  }

  int maxBucket() {
    return config().maxBucket();
  }

  SketchComparison comparison() {
    return new SketchComparison(config());
  }
}
