// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.util.Locale;
import org.neardup.tools.console.OneLine;

/**
 * A value that similar sets have and a set lacks. Component names are the keys of the JSON.
 *
 * @param field that the value is one of
 * @param value as it is stored
 * @param score the resemblances of the sets that have it, added up
 * @param sets how many have it
 */
public record Suggestion(String field, String value, double score, int sets) {

  String text() {
    return String.format(Locale.ROOT, "      %.3f  %s  (%d)", score, OneLine.of(value), sets);
  }
}
