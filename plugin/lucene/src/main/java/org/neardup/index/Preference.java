// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.neardup.internal.record.FieldNames;

/**
 * Which of several near-duplicates represents them. Criteria are applied in order until one tells
 * two documents apart. The last is always the order of arrival, so that there are no ties.
 *
 * @param criteria in order of priority; only the last is {@link Kind#FIRST} or {@link Kind#LAST}
 */
public record Preference(List<Criterion> criteria) {
  /** The document that arrived first. */
  public static final Preference FIRST = parse("first");

  /** The document that arrived last. */
  public static final Preference LAST = parse("last");

  /** The document with the most elements, the first of several. */
  public static final Preference LONGEST = parse("longest");

  /** What a criterion compares. */
  public enum Kind {
    /** The earliest in order of arrival. */
    FIRST,
    /** The latest in order of arrival. */
    LAST,
    /** The largest number of elements. */
    LONGEST,
    /** The largest value of a field. Documents without a value come last. */
    MAX,
    /** The smallest value of a field. Documents without a value come last. */
    MIN
  }

  /**
   * One criterion.
   *
   * @param kind what it compares
   * @param field for {@link Kind#MAX} and {@link Kind#MIN} the field whose first string or number
   *     is compared; empty otherwise. Numbers, and strings that are decimal numbers with or without
   *     an exponent, compare as doubles and, if these are equal, by their integral parts as longs.
   *     NaN counts as no value. Other strings are larger than numbers and compare by code point,
   *     which suits ISO dates. The name must not contain a comma, end with a blank, or start with
   *     {@value org.neardup.internal.record.DocumentRecord#FIELD_PREFIX}
   */
  public record Criterion(Kind kind, String field) {
    /** Checks the field name. */
    public Criterion {
      boolean needsField = kind == Kind.MAX || kind == Kind.MIN;
      if (needsField == field.isEmpty()) {
        throw new IllegalArgumentException(
            "preference "
                + kind.name().toLowerCase(Locale.ROOT)
                + (needsField ? " needs a field" : " takes no field")
                + ", got \""
                + field
                + "\"");
      }
      FieldNames.checkNotOurs("fields of preference", field);
      // parse() would read another name
      if (field.contains(",") || (needsField && field.charAt(field.length() - 1) <= ' ')) {
        throw new IllegalArgumentException(
            "fields of preference must not contain a comma or end with a blank, got \""
                + field
                + "\"");
      }
    }

    boolean isArrival() {
      return kind == Kind.FIRST || kind == Kind.LAST;
    }

    @Override
    public String toString() {
      return kind.name().toLowerCase(Locale.ROOT) + (field.isEmpty() ? "" : ":" + field);
    }
  }

  /** Appends the order of arrival if it is missing. */
  public Preference {
    for (Criterion criterion : criteria.subList(0, Math.max(0, criteria.size() - 1))) {
      if (criterion.isArrival()) {
        throw new IllegalArgumentException(
            "preference first or last must come last, got " + criteria);
      }
    }
    criteria = new ArrayList<>(criteria);
    if (criteria.isEmpty() || !criteria.getLast().isArrival()) {
      criteria.add(new Criterion(Kind.FIRST, ""));
    }
    criteria = List.copyOf(criteria);
  }

  /**
   * Reads criteria such as {@code first}, {@code longest} or {@code max:date,longest,last}.
   *
   * @throws IllegalArgumentException if the text does not have this form
   */
  public static Preference parse(String text) {
    List<Criterion> criteria = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      String[] parts = each.trim().split(":", 2);
      criteria.add(new Criterion(kind(parts[0], text), parts.length == 2 ? parts[1] : ""));
    }
    return new Preference(criteria);
  }

  private static Kind kind(String name, String text) {
    for (Kind kind : Kind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(name)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "preference must consist of first, last, longest, max:FIELD and min:FIELD, got " + text);
  }

  public boolean prefersLatest() {
    return criteria.getLast().kind == Kind.LAST;
  }

  /** The criteria before the order of arrival. */
  public List<Criterion> ranking() {
    return criteria.subList(0, criteria.size() - 1);
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    return criteria.stream().map(Criterion::toString).collect(Collectors.joining(","));
  }
}
