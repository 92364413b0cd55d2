// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What contenders took that take turns, so that a machine that is slow for a while is slow for all
 * of them. Each adds one figure a round.
 */
final class Turns {
  private final Map<String, List<Double>> figures = new LinkedHashMap<>();

  void add(String name, double figure) {
    figures.computeIfAbsent(name, first -> new ArrayList<>()).add(figure);
  }

  /** In the order in which they first took their turn. */
  Set<String> names() {
    return figures.keySet();
  }

  /** Whom the others are compared with. */
  String first() {
    return figures.keySet().iterator().next();
  }

  double median(String name) {
    return quantile(name, 0.5);
  }

  /** The median of the ratios to the figure that the first contender had in the same round. */
  double ratio(String name) {
    return quantile(ratiosToFirst(name), 0.5);
  }

  private DoubleStream ratiosToFirst(String name) {
    List<Double> own = figures.get(name);
    List<Double> first = figures.get(first());
    return IntStream.range(0, own.size()).mapToDouble(i -> own.get(i) / first.get(i));
  }

  /** Least if the share is 0, median if it is .5, most if it is 1. */
  static double quantile(DoubleStream figures, double share) {
    double[] sorted = figures.sorted().toArray();
    return sorted[(int) (share * (sorted.length - 1))];
  }

  double quantile(String name, double share) {
    return quantile(figures.get(name).stream().mapToDouble(Double::doubleValue), share);
  }

  /** The median of the {@linkplain #ratio ratios}, the least and the most, as 0.70 (0.68-0.73). */
  String ratios(String name) {
    return String.format(
        Locale.ROOT,
        "%.2f (%.2f-%.2f)",
        ratio(name),
        quantile(ratiosToFirst(name), 0),
        quantile(ratiosToFirst(name), 1));
  }
}
