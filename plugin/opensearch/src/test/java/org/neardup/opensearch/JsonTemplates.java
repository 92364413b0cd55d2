// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import java.util.regex.Matcher;

/** Bodies of requests. */
public final class JsonTemplates {
  private JsonTemplates() {}

  /** Puts values in the places of {@code %s} and {@code %d}. */
  public static String json(String template, Object... values) {
    String filled = template;
    for (Object value : values) {
      filled = filled.replaceFirst("%[sd]", Matcher.quoteReplacement(value.toString()));
    }
    return filled;
  }
}
