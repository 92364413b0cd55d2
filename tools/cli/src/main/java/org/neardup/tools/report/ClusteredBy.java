// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.neardup.compare.SketchSettings;
import org.neardup.tools.cluster.config.ClusterConfig;

/**
 * What clusters were made by, as far as it is known.
 *
 * @param config only content, shingling and threshold matter
 * @param assumed which of {@link #SHINGLE} and {@link #THRESHOLD} were not given
 */
public record ClusteredBy(ClusterConfig config, Set<String> assumed) {
  public static final String SHINGLE = "shingle";
  public static final String THRESHOLD = "threshold";

  /** Copies the set. */
  public ClusteredBy {
    assumed = Set.copyOf(assumed);
  }

  /** What sketches are made with as clusters were. */
  SketchSettings sketchSettings() {
    SketchSettings settings =
        SketchSettings.DEFAULTS.withShingling(config.shingling()).withThreshold(config.threshold());
    // Clusters know no small sets.
    return config.comparesValues() ? settings.withMinElements(1) : settings;
  }

  /** The settings that a page shows for a file without settings, by name. */
  Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    settings.put(SHINGLE, marked(SHINGLE, config.shingling().toString()));
    settings.put(THRESHOLD, threshold());
    return settings;
  }

  /** The threshold, in words. */
  String threshold() {
    return marked(THRESHOLD, String.valueOf(config.threshold()));
  }

  private String marked(String name, String value) {
    return assumed.contains(name) ? value + " (assumed)" : value;
  }
}
