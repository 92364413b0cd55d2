// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts documents by date: what a value begins with, as 2021-03-04, 2021-03 or 20210304. By day,
 * month or year, so that there are no more than {@value #MOST_BARS} of them. For one thread.
 */
public final class Timeline {
  static final int MOST_BARS = 60;

  private static final int DAY_LENGTH = "2021-03-04".length();

  private static final Pattern DATE = Pattern.compile("(\\d{4})-?(\\d\\d)(?:-?(\\d\\d))?(?!\\d).*");

  /** By year, month from 0 and day from 0, in one number; the day is -1 if a value has none. */
  private final TreeMap<Integer, Bar> byDay = new TreeMap<>();

  /**
   * Documents of a day, a month or a year.
   *
   * @param count how many
   * @param hidden of these, those that are hidden
   */
  public record Bar(String label, long count, long hidden) {
    private Bar and(Bar other) {
      return new Bar(label, count + other.count, hidden + other.hidden);
    }
  }

  /** How long a step is. */
  private enum Step {
    DAY(1, DAY_LENGTH),
    MONTH(31, "2021-03".length()),
    YEAR(12 * 31, "2021".length());

    private final int days;
    private final int length;

    Step(int days, int length) {
      this.days = days;
      this.length = length;
    }

    private String label(int step) {
      int day = step * days;
      return String.format(
              Locale.ROOT, "%04d-%02d-%02d", day / 31 / 12, day / 31 % 12 + 1, day % 31 + 1)
          .substring(0, length);
    }
  }

  /**
   * Counts a document.
   *
   * @param date empty if it has none
   */
  void add(String date, boolean isVariant) {
    Matcher m = DATE.matcher(date);
    int month = m.matches() ? Integer.parseInt(m.group(2)) : 0;
    int day = month == 0 || m.group(3) == null ? 1 : Integer.parseInt(m.group(3));
    if (month < 1 || month > 12 || day < 1 || day > 31) {
      return;
    }
    int key = (Integer.parseInt(m.group(1)) * 12 + month - 1) * 31 + day - 1;
    byDay.merge(key, new Bar("", 1, isVariant ? 1 : 0), Bar::and);
  }

  /** A date for people: a day without its time, else what there is. */
  static String shown(String date) {
    return DATE.matcher(date).matches() && date.charAt(4) == '-'
        ? date.substring(0, Math.min(date.length(), DAY_LENGTH))
        : date;
  }

  /** All documents and the variants among them, with empty steps between; none without dates. */
  List<Bar> bars() {
    List<Bar> bars = new ArrayList<>();
    if (byDay.isEmpty()) {
      return bars;
    }
    Step step = step();
    TreeMap<Integer, Bar> sums = new TreeMap<>();
    byDay.forEach((day, bar) -> sums.merge(day / step.days, bar, Bar::and));
    for (int i = sums.firstKey(); i <= sums.lastKey(); i++) {
      Bar sum = sums.getOrDefault(i, new Bar("", 0, 0));
      if (step != Step.DAY || i % 31 < 28 || sum.count() > 0) { // some months have no 31st
        bars.add(new Bar(step.label(i), sum.count(), sum.hidden()));
      }
    }
    return bars;
  }

  private Step step() {
    int days = byDay.lastKey() - byDay.firstKey();
    for (Step step : Step.values()) {
      if (days / step.days < MOST_BARS - 1) {
        return step;
      }
    }
    return Step.YEAR;
  }
}
