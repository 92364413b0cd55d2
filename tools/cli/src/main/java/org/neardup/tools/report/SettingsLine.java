// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;
import java.util.regex.Pattern;
import org.neardup.tools.input.BadInputException;

/** The line before the clusters that {@code neardup cluster} wrote: what they were made by. */
record SettingsLine(Map<String, String> settings) {
  private static final Pattern BEGINNING = Pattern.compile("\\s*\\{\\s*\"settings\"\\s*:");
  private static final ObjectReader READER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .readerFor(SettingsLine.class);

  static boolean isOne(String line) {
    return BEGINNING.matcher(line).lookingAt();
  }

  /**
   * The settings; nothing if the line is another one.
   *
   * @throws BadInputException if it begins as one and is none
   */
  static Map<String, String> parse(String line) throws BadInputException {
    if (!isOne(line)) {
      return Map.of();
    }
    try {
      return READER.<SettingsLine>readValue(line).settings();
    } catch (JsonProcessingException e) {
      throw ClusterLine.unreadable("the settings", e);
    }
  }
}
