// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
    List<Double> own = figures.get(name);
    List<Double> first = figures.get(first());
    return quantile(
        IntStream.range(0, own.size()).mapToDouble(i -> own.get(i) / first.get(i)), 0.5);
  }

  /** Least if the share is 0, median if it is .5, most if it is 1. */
  static double quantile(DoubleStream figures, double share) {
    double[] sorted = figures.sorted().toArray();
    return sorted[(int) (share * (sorted.length - 1))];
  }

  double quantile(String name, double share) {
    return quantile(figures.get(name).stream().mapToDouble(Double::doubleValue), share);
  }
}
