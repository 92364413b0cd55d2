// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.analysis;

import java.util.Collections;
import java.util.HashSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which analyzer each field has, as one name says it: {@code english} for all of them; {@code
 * body=english,pay=simple} for two, and {@code standard} for the others; {@code
 * body=english,simple} with another one for the others. Names are as in {@link Analyzers}, with a
 * form or without.
 *
 * @param others of all fields that are not named
 * @param byField names by field
 */
public record AnalyzersByField(String others, SortedMap<String, String> byField) {

  /** Copies the names. */
  public AnalyzersByField {
    byField = Collections.unmodifiableSortedMap(new TreeMap<>(byField));
  }

  /** For fields with these names, and no others: of one name, if all have the same. */
  public static AnalyzersByField of(SortedMap<String, String> byField) {
    boolean isOne = new HashSet<>(byField.values()).size() == 1;
    return isOne
        ? new AnalyzersByField(byField.firstEntry().getValue(), new TreeMap<>())
        : new AnalyzersByField(Analyzers.UNNAMED, byField);
  }

  /**
   * Reads a name; the names in it need not be those of analyzers.
   *
   * @throws IllegalArgumentException if a field is named twice, or is empty, or if there are two
   *     names without a field
   */
  public static AnalyzersByField parse(String name) {
    if (name.indexOf('=') < 0) {
      return new AnalyzersByField(name, new TreeMap<>());
    }
    String others = null;
    SortedMap<String, String> byField = new TreeMap<>();
    for (String part : name.split(",", -1)) {
      int end = part.indexOf('=');
      String field = end < 0 ? null : part.substring(0, end);
      String before = end < 0 ? others : byField.put(field, part.substring(end + 1));
      if (before != null || "".equals(field)) {
        throw new IllegalArgumentException(
            "analyzer must be NAME, or FIELD=NAME,FIELD=NAME with each field once, got " + name);
      }
      others = end < 0 ? part : others;
    }
    return new AnalyzersByField(others == null ? Analyzers.UNNAMED : others, byField);
  }

  /** The same with a form before each name that has none. */
  public AnalyzersByField withForm(String form) {
    SortedMap<String, String> formed = new TreeMap<>(byField);
    formed.replaceAll((field, name) -> formed(form, name));
    return new AnalyzersByField(formed(form, others), formed);
  }

  private static String formed(String form, String name) {
    return form.isEmpty() || name.indexOf(' ') >= 0 ? name : form + " " + name;
  }

  /** The name of the analyzer of a field. */
  public String of(String field) {
    return byField.getOrDefault(field, others);
  }

  /** The name that {@link #parse} reads; one for the same analyzers. */
  @Override
  public String toString() {
    Stream<String> named =
        byField.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue());
    boolean isUsual = !byField.isEmpty() && others.equals(Analyzers.UNNAMED);
    return Stream.concat(named, isUsual ? Stream.empty() : Stream.of(others))
        .collect(Collectors.joining(","));
  }
}
