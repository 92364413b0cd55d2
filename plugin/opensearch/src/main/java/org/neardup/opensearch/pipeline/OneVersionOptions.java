// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Map;
import org.opensearch.ingest.ConfigurationUtils;

/**
 * The parameters of the request processor.
 *
 * @param field of type {@code neardup}
 * @param variants how many hidden versions to name with each hit
 * @param exactTotal whether to examine all hits, so that the total is exact
 */
record OneVersionOptions(String field, int variants, boolean exactTotal) {
  /** Each takes the time of reading a sketch and an id, for every hit of a page. */
  private static final int MOST_VARIANTS = 100;

  OneVersionOptions {
    if (variants < 0 || variants > MOST_VARIANTS) {
      throw new IllegalArgumentException(
          "variants must be between 0 and " + MOST_VARIANTS + ", got " + variants);
    }
  }

  /** Takes the parameters out of a configuration. */
  static OneVersionOptions of(String tag, Map<String, Object> config) {
    String type = OneVersionRequestProcessor.TYPE;
    return new OneVersionOptions(
        ConfigurationUtils.readStringProperty(type, tag, config, "field"),
        ConfigurationUtils.readIntProperty(type, tag, config, "variants", 0),
        ConfigurationUtils.readBooleanProperty(type, tag, config, "exact_total", false));
  }
}
