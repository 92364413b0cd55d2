// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static com.fasterxml.jackson.core.JsonToken.VALUE_NULL;
import static com.fasterxml.jackson.core.JsonToken.VALUE_STRING;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One line of JSON Lines as a document: {@code id}, {@code text} or else {@code html}, {@code
 * title}, and any other field; {@link FieldRoles} may have others for id and title, and then keys
 * of these names are left out. A key given twice is refused: which of its values is meant would be
 * a guess.
 */
final class JsonDocument {
  private JsonDocument() {}

  /**
   * An object that is parsed later.
   *
   * @param where its place in the input
   */
  static RawDocument raw(byte[] json, String where, InputRules rules) {
    return new RawDocument(where, json.length, mainText -> parse(json, where, rules, mainText));
  }

  /** Parses an object. */
  static InputDocument parse(byte[] line, String where, InputRules rules, boolean mainText)
      throws BadInputException {
    String json = Decoding.decode(line, UTF_8);
    JsonFields.Fields read = JsonFields.read(json, rules);
    return document(read.values(), where, json, rules, mainText).withNote(read.note());
  }

  /**
   * A document of some fields.
   *
   * @param source what they were read from, for messages
   */
  static InputDocument document(
      Map<String, JsonFields.Value> object,
      String where,
      String source,
      InputRules rules,
      boolean mainText)
      throws BadInputException {
    String id = id(object, where, source, rules.roles());
    String title = string(object, rules.roles().title());
    String text = string(object, "text");
    String html = string(object, "html");
    Map<String, List<String>> others = others(object);
    boolean reads = html != null && (text == null || PageLinks.areWanted(rules));
    HtmlText page =
        reads
            ? HtmlText.parse(html, address(id, others), rules, mainText && text == null)
            : HtmlText.EMPTY;
    return new InputDocument(
        id,
        title == null ? page.title() : title,
        text == null ? page.text() : text,
        page.mainText(),
        PageLinks.with(others, page.links(), rules));
  }

  /** The {@code url}, or else the id, if it is an address; else empty. */
  private static String address(String id, Map<String, List<String>> fields) {
    List<String> urls = fields.getOrDefault("url", List.of());
    String address = urls.isEmpty() ? id : urls.getFirst();
    return Address.isWeb(address) ? address : "";
  }

  /** What is null or missing is none. */
  private static String id(
      Map<String, JsonFields.Value> object, String where, String source, FieldRoles roles)
      throws BadInputException {
    String field = roles.idField();
    JsonFields.Value id = object.get(field);
    boolean isNone = id == null || id.token() == VALUE_NULL;
    if (isNone && roles.hasPlaces()) {
      return where;
    } else if (isNone) {
      throw new BadInputException(
          "document without id: " + field + " must have a value, got " + Limits.shown(source));
    } else if (!id.token().isNumeric() && (id.token() != VALUE_STRING || id.text().isEmpty())) {
      throw new BadInputException(
          field + " must be a string that is not empty, or a number, got " + shown(id));
    }
    return id.text();
  }

  private static String string(Map<String, JsonFields.Value> object, String name)
      throws BadInputException {
    JsonFields.Value value = object.get(name);
    if (value == null || value.token() == VALUE_NULL) {
      return null;
    }
    if (value.token() != VALUE_STRING) {
      throw new BadInputException(name + " must be a string, got " + shown(value));
    }
    return value.text();
  }

  private static String shown(JsonFields.Value value) {
    return Limits.shown(value.token() == VALUE_STRING ? '"' + value.text() + '"' : value.text());
  }

  /** Arrays are several values, objects are kept as their JSON, null is no value. */
  private static Map<String, List<String>> others(Map<String, JsonFields.Value> object) {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    object.forEach(
        (name, value) -> {
          if (!FieldRoles.KNOWN.contains(name)) {
            fields.put(name, value.token() == VALUE_NULL ? List.of() : value.texts());
          }
        });
    if (!object.containsKey(InputDocument.TEXT) && !object.containsKey("html")) {
      fields.put(InputDocument.TEXT, List.of());
    }
    return fields;
  }
}
