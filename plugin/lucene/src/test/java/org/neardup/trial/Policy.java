// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.neardup.index.Preference;

/** Which of two documents is preferred, by the definitions of {@link Preference}. */
final class Policy {
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?");

  private Policy() {}

  /**
   * Positive if the first is preferred, negative if the second is; 0 if nobody knows which of them
   * arrived first.
   */
  static int compare(Preference preference, Held a, Held b) {
    int comparison = compareWithoutArrival(preference, a.document(), b.document());
    if (comparison != 0) {
      return comparison;
    }
    int arrival = Long.compare(b.arrival(), a.arrival());
    return preference.criteria().getLast().kind() == Preference.Kind.LAST ? -arrival : arrival;
  }

  static int compareWithoutArrival(Preference preference, TrialDocument a, TrialDocument b) {
    for (Preference.Criterion criterion : preference.criteria()) {
      int comparison =
          switch (criterion.kind()) {
            case LONGEST -> Integer.compare(a.length(), b.length());
            case MAX -> compare(value(a, criterion), value(b, criterion), 1);
            case MIN -> compare(value(a, criterion), value(b, criterion), -1);
            case FIRST, LAST -> 0;
          };
      if (comparison != 0) {
        return comparison;
      }
    }
    return 0;
  }

  private static Object value(TrialDocument document, Preference.Criterion criterion) {
    return criterion.field().equals("date") ? document.date() : document.rank();
  }

  /** Those without a value come last, whatever the sign. */
  private static int compare(Object a, Object b, int sign) {
    if (a == null || b == null) {
      return Boolean.compare(a != null, b != null);
    }
    BigDecimal numberOfA = number(a);
    BigDecimal numberOfB = number(b);
    if (numberOfA != null && numberOfB != null) {
      return sign * numberOfA.compareTo(numberOfB);
    }
    if (numberOfA != null || numberOfB != null) {
      return sign * (numberOfA == null ? 1 : -1); // numbers are less than other texts
    }
    return sign * ((String) a).compareTo((String) b); // of dates, so chars are code points
  }

  private static BigDecimal number(Object value) {
    String text = value.toString();
    return value instanceof Number || NUMBER.matcher(text).matches() ? new BigDecimal(text) : null;
  }
}
