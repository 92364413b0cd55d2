// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.List;
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

/** What {@link ClusterConfig} says, as tasks receive it. */
record SparkSettings(
    double threshold,
    String shingling,
    String sketch,
    Verification verification,
    Grouping grouping,
    int maxBucket,
    String analyzer,
    String guards)
    implements Serializable {

  static final SparkSettings DEFAULTS =
      new SparkSettings(
          ClusterConfig.defaults().threshold(),
          "word:5",
          ClusterConfig.defaults().sketch().toString(),
          ClusterConfig.defaults().verification(),
          ClusterConfig.defaults().grouping(),
          ClusterConfig.defaults().maxBucket(),
          ClusterConfig.defaults().analyzer(),
          "");

  /** Checks ranges, and what goes together. */
  SparkSettings {
    config(threshold, shingling, sketch, verification, grouping, maxBucket, analyzer, guards);
  }

  ClusterConfig config() {
    return config(
        threshold, shingling, sketch, verification, grouping, maxBucket, analyzer, guards);
  }

  private static ClusterConfig config(
      double threshold,
      String shingling,
      String sketch,
      Verification verification,
      Grouping grouping,
      int maxBucket,
      String analyzer,
      String guards) {
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
        analyzer,
        guards(guards));
  }

  private static List<Guard> guards(String names) {
    return names.isEmpty()
        ? List.of()
        : Guard.withoutFields(Stream.of(names.split(",", -1)).map(Guard::parse).toList());
  }

  SketchComparison comparison() {
    return new SketchComparison(config());
  }

  SparkSettings withThreshold(double value) {
    return new SparkSettings(
        value, shingling, sketch, verification, grouping, maxBucket, analyzer, guards);
  }

  SparkSettings withShingling(String value) {
    return new SparkSettings(
        threshold, value, sketch, verification, grouping, maxBucket, analyzer, guards);
  }

  SparkSettings withSketch(String value) {
    return new SparkSettings(
        threshold, shingling, value, verification, grouping, maxBucket, analyzer, guards);
  }

  SparkSettings withVerification(Verification value) {
    return new SparkSettings(
        threshold, shingling, sketch, value, grouping, maxBucket, analyzer, guards);
  }

  SparkSettings withGrouping(Grouping value) {
    return new SparkSettings(
        threshold, shingling, sketch, verification, value, maxBucket, analyzer, guards);
  }

  SparkSettings withMaxBucket(int value) {
    return new SparkSettings(
        threshold, shingling, sketch, verification, grouping, value, analyzer, guards);
  }

  SparkSettings withAnalyzer(String value) {
    return new SparkSettings(
        threshold, shingling, sketch, verification, grouping, maxBucket, value, guards);
  }

  SparkSettings withGuards(String value) {
    return new SparkSettings(
        threshold, shingling, sketch, verification, grouping, maxBucket, analyzer, value);
  }
}
