// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neardup.tools.experiment.ExperimentReport.RunComparison;
import org.neardup.tools.experiment.Measurer.Measure;
import org.neardup.tools.experiment.TestCollection.Topic;

/**
 * The measures of all runs for all topics.
 *
 * @param runs the first is the one that others are compared with
 * @param tables those that were taken so far
 */
record Measurements(List<Topic> topics, List<Run> runs, List<Table> tables) {
  /** The measures of one run, taken in one way; in the order of the topics. */
  record Table(int level, String principle, Run run, List<Map<Measure, Double>> values) {
    double[] column(Measure measure) {
      return values.stream().mapToDouble(topic -> topic.get(measure)).toArray();
    }
  }

  /**
   * Measures all runs in one way.
   *
   * @param principle what to call it
   */
  void take(String principle, Measurer measurer, Qrels qrels) {
    for (Run run : runs) {
      List<Map<Measure, Double>> values =
          topics.stream()
              .map(topic -> measurer.measure(run.ids(topic.id()), qrels.of(topic.id())))
              .toList();
      tables.add(new Table(measurer.level(), principle, run, values));
    }
  }

  /** Writes one line for each topic, run and way of measuring. */
  void write(Path file, int k) throws IOException {
    TextLines.write(
        file,
        out -> {
          String labels =
              measures().stream()
                  .map(measure -> measure.label(k))
                  .collect(Collectors.joining("\t"));
          out.write("level\tprinciple\trun\ttopic\t" + labels + '\n');
          for (Table table : tables) {
            for (int i = 0; i < topics.size(); i++) {
              out.write(line(table, i));
            }
          }
        });
  }

  private String line(Table table, int topic) {
    Stream<Object> names =
        Stream.of(table.level, table.principle, table.run.name(), topics.get(topic).id());
    return Stream.concat(names, table.values.get(topic).values().stream())
        .map(String::valueOf)
        .collect(Collectors.joining("\t", "", "\n"));
  }

  /** The means of each run and way of measuring. */
  List<ExperimentReport.Result> results(int k) {
    List<ExperimentReport.Result> results = new ArrayList<>();
    for (int i = 0; i < tables.size(); i++) {
      results.add(result(tables.get(i), tables.get(i / runs.size() * runs.size()), k));
    }
    return results;
  }

  /** What was measured, the same in all tables. */
  private Set<Measure> measures() {
    return tables.getFirst().values.getFirst().keySet();
  }

  private ExperimentReport.Result result(Table table, Table first, int k) {
    Map<String, Double> means = new LinkedHashMap<>();
    Map<String, RunComparison> versus = new LinkedHashMap<>();
    for (Measure measure : measures()) {
      double[] values = table.column(measure);
      means.put(measure.label(k), Arrays.stream(values).average().orElse(0));
      versus.put(measure.label(k), RunComparison.of(values, first.column(measure)));
    }
    boolean isFirst = table.run.equals(first.run);
    return new ExperimentReport.Result(
        table.level, table.principle, table.run.name(), means, isFirst ? null : versus);
  }
}
