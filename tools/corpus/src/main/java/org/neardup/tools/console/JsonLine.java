// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** An object of plain values as one line of JSON, in which what does not print is escaped. */
public final class JsonLine {
  private static final ObjectWriter WRITER = new JsonMapper().writer().with(new JsonEscapes());

  private JsonLine() {}

  /** The line in UTF-8, with its end. */
  public static byte[] of(Map<String, ?> object) {
    try {
      return (WRITER.writeValueAsString(object) + "\n").getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a map of plain values is always JSON", e);
    }
  }
}
