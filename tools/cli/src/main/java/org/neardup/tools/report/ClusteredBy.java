// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.Map;
import java.util.TreeMap;
import org.neardup.compare.SketchSettings;
import org.neardup.tools.cluster.config.ClusterConfig;

/**
 * What clusters were made by, as far as it is known.
 *
 * @param config only content, shingling and threshold matter
 * @param assumesShingle whether its shingling was not given
 * @param assumesThreshold whether its threshold was not
 */
public record ClusteredBy(ClusterConfig config, boolean assumesShingle, boolean assumesThreshold) {
  /** What sketches are made with as clusters were. */
  SketchSettings sketchSettings() {
    SketchSettings settings =
        SketchSettings.DEFAULTS.withShingling(config.shingling()).withThreshold(config.threshold());
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
