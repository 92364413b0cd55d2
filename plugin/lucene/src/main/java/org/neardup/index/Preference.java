// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.neardup.record.FieldNames;

/**
 * Which of near-duplicates represents them: criteria applied one after the other, until one tells
 * two documents apart. The last is always the order of arrival, so that there are no ties.
 *
 * @param criteria in order of weight; the last, and only that, is {@link Kind#FIRST} or {@link
 *     Kind#LAST}
 */
public record Preference(List<Criterion> criteria) {
  /** The document that arrived first. */
  public static final Preference FIRST = parse("first");

  /** The document that arrived last. */
  public static final Preference LAST = parse("last");

  /** The document with the most elements; of equals the first. */
  public static final Preference LONGEST = parse("longest");

  /** What a criterion looks at. */
  public enum Kind {
    /** The order of arrival: the earliest. */
    FIRST,
    /** The order of arrival: the latest. */
    LAST,
    /** The number of elements: the largest. */
    LONGEST,
    /** A field's value: the largest. Documents without one come last. */
    MAX,
    /** A field's value: the smallest. Documents without one come last. */
    MIN
  }

  /**
   * One criterion.
   *
   * @param kind what it looks at
   * @param field the field whose first string or number counts, for {@link Kind#MAX} and {@link
   *     Kind#MIN}; else empty. Numbers, and texts that are decimal numbers, with an exponent or
   *     not, compare as numbers: as doubles, and where these are the same by their whole parts, up
   *     to 64 bits. NaN is no value. Other texts are larger than numbers, and compare by code point
   *     (as ISO dates should). Its name has no comma and no blank at the end, and does not start
   *     with {@value org.neardup.record.DocumentRecord#FIELD_PREFIX}
   */
  public record Criterion(Kind kind, String field) {
    /** Checks that a field is there where one is needed. */
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
      // Or parse would read another name.
      if (field.contains(",") || (needsField && field.charAt(field.length() - 1) <= ' ')) {
        throw new IllegalArgumentException(
            "fields of preference must have no comma and no blank at the end, got \""
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
   * @throws IllegalArgumentException if the text is not of this form
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
        "preference must be made of first, last, longest, max:FIELD and min:FIELD, got " + text);
  }

  boolean prefersLatest() {
    return criteria.getLast().kind == Kind.LAST;
  }

  /** Those that say more than the order of arrival does. */
  List<Criterion> ranking() {
    return criteria.subList(0, criteria.size() - 1);
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    return criteria.stream().map(Criterion::toString).collect(Collectors.joining(","));
  }
}
