// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One line of JSON Lines as a document: {@code id}, {@code text} or else {@code html}, {@code
 * title}, and any other field. A key given twice is refused: which of its values is meant would be
 * a guess.
 */
final class JsonDocument {
  private static final Set<String> KNOWN = Set.of("id", "text", "html", "title");

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS) // numbers stay as written
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private JsonDocument() {}

  static InputDocument parse(byte[] line, boolean mainText) throws BadInputException {
    String json = Decoding.decode(line, UTF_8);
    JsonNode object = object(json);
    String id = id(object.get("id"), json);
    String title = string(object, "title");
    String text = string(object, "text");
    String html = string(object, "html");
    Html page = text == null && html != null ? Html.parse(html, mainText) : Html.EMPTY;
    InputDocument document =
        new InputDocument(
            id,
            title == null ? page.title() : title,
            text == null ? page.text() : text,
            page.mainText(),
            others(object));
    return mayHaveHalves(json) ? document.withoutHalves() : document;
  }

  /**
   * Bytes of UTF-8 have no halves of characters, but escapes may; most lines have none of these.
   */
  private static boolean mayHaveHalves(String json) {
    return json.contains("\\ud") || json.contains("\\uD");
  }

  private static JsonNode object(String json) throws BadInputException {
    JsonNode node;
    try {
      node = MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      String problem = e.getOriginalMessage();
      int column = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
      throw new BadInputException(
          "not JSON: " + problem + " at column " + column + ", got " + Limits.shown(json));
    }
    if (!node.isObject()) {
      throw new BadInputException("a line must be one JSON object, got " + Limits.shown(json));
    }
    return node;
  }

  private static String id(JsonNode id, String json) throws BadInputException {
    if (id == null) {
      throw new BadInputException("document without id, got " + Limits.shown(json));
    }
    if (!id.isNumber() && (!id.isTextual() || id.textValue().isEmpty())) {
      throw new BadInputException(
          "id must be a string that is not empty, or a number, got " + Limits.shown(id.toString()));
    }
    return id.asText();
  }

  private static String string(JsonNode object, String name) throws BadInputException {
    JsonNode value = object.get(name);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isTextual()) {
      throw new BadInputException(
          name + " must be a string, got " + Limits.shown(value.toString()));
    }
    return value.textValue();
  }

  /** Arrays are several values, objects are kept as their JSON, null is no value. */
  private static Map<String, List<String>> others(JsonNode object) {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    object.properties().stream()
        .filter(field -> !KNOWN.contains(field.getKey()))
        .forEach(field -> fields.put(field.getKey(), values(field.getValue())));
    return fields;
  }

  private static List<String> values(JsonNode node) {
    List<String> values = new ArrayList<>();
    for (JsonNode value : node.isArray() ? node : List.of(node)) {
      if (!value.isNull()) {
        values.add(value.isContainerNode() ? value.toString() : value.asText());
      }
    }
    return values;
  }
}
