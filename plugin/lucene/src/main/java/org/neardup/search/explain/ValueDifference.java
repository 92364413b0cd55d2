// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values that two documents have in common, and those that only one of them has. A value that
 * repeats in a bag is listed as often as it counts; in a set, once.
 *
 * @param common in the order of the first document
 * @param onlyA in its order
 * @param onlyB in its order
 */
public record ValueDifference(List<Value> common, List<Value> onlyA, List<Value> onlyB) {

  /**
   * A value.
   *
   * @param field that it is one of
   * @param value as it is stored
   */
  public record Value(String field, String value) {}

  /**
   * Compares two lists of values.
   *
   * @param areBags whether repeats count
   */
  static ValueDifference of(List<Value> a, List<Value> b, boolean areBags) {
    Map<Value, Integer> left = counts(b, areBags);
    List<Value> common = new ArrayList<>();
    List<Value> onlyA = new ArrayList<>();
    counts(a, areBags)
        .forEach(
            (value, count) -> {
              int shared = Math.min(count, left.getOrDefault(value, 0));
              add(common, value, shared);
              add(onlyA, value, count - shared);
              left.computeIfPresent(value, (same, ofB) -> ofB - shared);
            });
    List<Value> onlyB = new ArrayList<>();
    left.forEach((value, count) -> add(onlyB, value, count));
    return new ValueDifference(common, onlyA, onlyB);
  }

  private static Map<Value, Integer> counts(List<Value> values, boolean areBags) {
    Map<Value, Integer> counts = new LinkedHashMap<>();
    values.forEach(value -> counts.merge(value, 1, (a, b) -> areBags ? a + b : 1));
    return counts;
  }

  private static void add(List<Value> values, Value value, int times) {
    for (int i = 0; i < times; i++) {
      values.add(value);
    }
  }
}
