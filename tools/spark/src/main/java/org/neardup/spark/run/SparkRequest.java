// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.run;

import java.util.List;
import org.neardup.index.Preference;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.input.InputRules;

/**
 * What to find the near-duplicates of, and how.
 *
 * @param rules of which the field of ids is a column of Parquet, too
 * @param preference which of several documents represents them
 * @param scope field across whose values nothing is a near-duplicate; null if there is none
 * @param writesSettings whether the settings are written before clusters
 */
public record SparkRequest(
    List<String> inputs,
    InputRules rules,
    ClusterConfig config,
    List<String> textFields,
    Preference preference,
    String scope,
    OutputKind format,
    boolean writesSettings) {

  /** In which format a result is written. */
  public enum OutputKind {
    /** Files of Apache Parquet. */
    PARQUET,
    /** An object a line. */
    JSON
  }
}
