// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Results for machines: a record's components in their order. */
final class Json {
  private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");
  private static final ObjectWriter WRITER =
      JsonMapper.builder()
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .build()
          .writer(
              new DefaultPrettyPrinter().withObjectIndenter(INDENTER).withArrayIndenter(INDENTER));

  private Json() {}

  static String of(Record result) {
    try {
      return WRITER.writeValueAsString(result);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of plain values is always JSON", e);
    }
  }
}
