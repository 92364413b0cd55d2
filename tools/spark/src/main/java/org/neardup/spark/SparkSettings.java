// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import org.neardup.index.Verification;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Content;
import org.neardup.tools.cluster.config.Grouping;
import org.neardup.tools.cluster.config.OutputFormat;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.config.SketchKind;

/** What {@link ClusterConfig} says, as tasks receive it. */
record SparkSettings(
    double threshold,
    String shingling,
    String sketch,
    Verification verification,
    Grouping grouping,
    int maxBucket,
    String analyzer)
    implements Serializable {

  static final SparkSettings DEFAULTS =
      new SparkSettings(
          ClusterConfig.defaults().threshold(),
          "word:5",
          ClusterConfig.defaults().sketch().toString(),
          ClusterConfig.defaults().verification(),
          ClusterConfig.defaults().grouping(),
          ClusterConfig.defaults().maxBucket(),
          ClusterConfig.defaults().analyzer());

  /** Checks ranges, and what goes together. */
  SparkSettings {
    config(threshold, shingling, sketch, verification, grouping, maxBucket, analyzer);
  }

  ClusterConfig config() {
    return config(threshold, shingling, sketch, verification, grouping, maxBucket, analyzer);
  }

  private static ClusterConfig config(
      double threshold,
      String shingling,
      String sketch,
      Verification verification,
      Grouping grouping,
      int maxBucket,
      String analyzer) {
    return new ClusterConfig(
        Relation.RESEMBLANCE,
        CandidateMethod.LSH,
        SketchKind.parse(sketch),
        ClusterConfig.shingling(shingling),
        Content.FULL,
        threshold,
        verification,
        grouping,
        OutputFormat.CLUSTERS,
        ClusterConfig.defaults().window(),
        maxBucket,
        analyzer);
  }

  SketchComparison comparison() {
    return new SketchComparison(config());
  }

  SparkSettings withThreshold(double value) {
    return new SparkSettings(value, shingling, sketch, verification, grouping, maxBucket, analyzer);
  }

  SparkSettings withShingling(String value) {
    return new SparkSettings(threshold, value, sketch, verification, grouping, maxBucket, analyzer);
  }

  SparkSettings withSketch(String value) {
    return new SparkSettings(
        threshold, shingling, value, verification, grouping, maxBucket, analyzer);
  }

  SparkSettings withVerification(Verification value) {
    return new SparkSettings(threshold, shingling, sketch, value, grouping, maxBucket, analyzer);
  }

  SparkSettings withGrouping(Grouping value) {
    return new SparkSettings(
        threshold, shingling, sketch, verification, value, maxBucket, analyzer);
  }

  SparkSettings withMaxBucket(int value) {
    return new SparkSettings(threshold, shingling, sketch, verification, grouping, value, analyzer);
  }

  SparkSettings withAnalyzer(String value) {
    return new SparkSettings(
        threshold, shingling, sketch, verification, grouping, maxBucket, value);
  }
}
