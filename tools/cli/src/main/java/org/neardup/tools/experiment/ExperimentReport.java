// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.inference.TestUtils;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.OneLine;

/**
 * What an experiment measured. Component names are the keys of the JSON.
 *
 * @param documents in the index
 * @param topics that were measured: documents were judged for them
 * @param unjudged ids of the other topics
 * @param unasked ids of topics that were judged and are not among the topics
 * @param depth how many documents were looked for in each search
 * @param judged duplicates among the documents judged for these topics
 * @param results by level, principle and run
 */
public record ExperimentReport(
    int documents,
    int topics,
    List<String> unjudged,
    List<String> unasked,
    int depth,
    Copies.Judged judged,
    List<Result> results) {

  private static final int SHOWN_TOPICS = 20;

  /**
   * Means over the topics.
   *
   * @param level least grade of a relevant document
   * @param principle {@code plain}, or {@code novelty}: near-copies of a relevant document shown
   *     above count as not relevant; each with {@code +copies} if judgements were passed on to
   *     near-copies
   * @param run {@code all}, {@code hide} or {@code best}; or {@code all} or {@code collapsed}
   * @param means by measure
   * @param againstAll by measure; null for {@code all} itself
   */
  public record Result(
      int level,
      String principle,
      String run,
      Map<String, Double> means,
      Map<String, RunComparison> againstAll) {

    private String figures() {
      StringBuilder line = new StringBuilder();
      means.forEach(
          (measure, mean) -> {
            boolean marked = againstAll != null && againstAll.get(measure).isSignificant();
            line.append(
                String.format(Locale.ROOT, " %" + width(measure) + ".4f", mean)
                    + (marked ? "*" : " "));
          });
      return line.toString().stripTrailing();
    }
  }

  private static int width(String measure) {
    return Math.max(8, measure.length());
  }

  /** For people: a table for each level and principle. */
  public String text() {
    StringBuilder lines = new StringBuilder();
    lines.append(
        Counted.of(documents, "document")
            + ", "
            + Counted.of(topics, "topic")
            + ", "
            + Counted.of(depth, "hit")
            + " at most\n");
    addNotMeasured(unjudged, " without judgements", lines);
    addNotMeasured(unasked, " judged, but not among the topics", lines);
    lines.append(judged.text());
    Map<String, List<Result>> tables = new LinkedHashMap<>();
    for (Result result : results) {
      tables.computeIfAbsent(heading(result), any -> new ArrayList<>()).add(result);
    }
    tables.forEach((heading, table) -> lines.append("\n\n").append(heading).append(text(table)));
    return lines + "\n\n* differs from all, p < .05 (paired t-test)";
  }

  private static void addNotMeasured(List<String> ids, String why, StringBuilder lines) {
    if (!ids.isEmpty()) {
      int others = ids.size() - SHOWN_TOPICS;
      lines.append(
          Counted.of(ids.size(), "topic")
              + why
              + ", not measured: "
              + ids.stream().limit(SHOWN_TOPICS).map(OneLine::of).collect(Collectors.joining(", "))
              + (others > 0 ? " and " + Counted.of(others, "other") : "")
              + "\n");
    }
  }

  private static String heading(Result result) {
    return "relevant from grade "
        + result.level()
        + " on, "
        + result.principle().replaceFirst("[+].*", "")
        + " measures"
        + (result.principle().contains("+") ? ", judgements passed on to near-copies" : "");
  }

  /** Runs with the same figures share a row. */
  private static String text(List<Result> table) {
    Map<String, String> names = new LinkedHashMap<>();
    table.forEach(
        result -> names.merge(result.figures(), result.run(), (all, name) -> all + ", " + name));
    int width = names.values().stream().mapToInt(String::length).max().orElse(0);
    String row = "\n  %-" + Math.max(10, width) + "s";
    StringBuilder lines = new StringBuilder(String.format(Locale.ROOT, row, ""));
    for (String measure : table.getFirst().means().keySet()) {
      lines.append(String.format(Locale.ROOT, " %" + width(measure) + "s ", measure));
    }
    lines.setLength(lines.toString().stripTrailing().length());
    names.forEach(
        (figures, runs) -> lines.append(String.format(Locale.ROOT, row, runs)).append(figures));
    return lines.toString();
  }

  /**
   * How a run compares with another on the same topics.
   *
   * @param difference of the means, positive if this run has more
   * @param p probability of a difference as large if the runs did not differ: a paired t-test,
   *     two-sided; 1 if no topic differs, null with fewer than two topics
   * @param more topics on which this run has more
   * @param equal topics on which both have the same
   * @param less topics on which this run has less
   */
  record RunComparison(double difference, Double p, long more, long equal, long less) {

    /** Compares values by topic. */
    static RunComparison of(double[] values, double[] others) {
      double[] differences =
          IntStream.range(0, values.length).mapToDouble(i -> values[i] - others[i]).toArray();
      long more = Arrays.stream(differences).filter(each -> each > 0).count();
      long less = Arrays.stream(differences).filter(each -> each < 0).count();
      double mean = Arrays.stream(differences).average().orElse(0);
      long equal = values.length - more - less;
      return new RunComparison(mean, p(values, others, more + less), more, equal, less);
    }

    private static Double p(double[] values, double[] others, long different) {
      if (values.length < 2) {
        return null;
      }
      return different == 0 ? 1 : TestUtils.pairedTTest(values, others);
    }

    /** Whether the difference is larger than chance explains, 19 times of 20. */
    boolean isSignificant() {
      return p != null && p < 0.05;
    }
  }
}
