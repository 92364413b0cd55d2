// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

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

  private JsonDocument() {}

  static InputDocument parse(byte[] line, InputRules rules, boolean mainText)
      throws BadInputException {
    Decoding.requireUtf8(line);
    Map<String, JsonFields.Value> object = JsonFields.read(line, KNOWN, rules);
    String id = id(object.get("id"), line);
    String title = string(object, "title");
    String text = string(object, "text");
    String html = string(object, "html");
    Map<String, List<String>> others = others(object);
    boolean reads = html != null && (text == null || PageLinks.areWanted(rules));
    HtmlText page =
        reads
            ? HtmlText.parse(html, address(id, others), rules, mainText && text == null)
            : HtmlText.EMPTY;
    InputDocument document =
        new InputDocument(
            id,
            title == null ? page.title() : title,
            text == null ? page.text() : text,
            page.mainText(),
            PageLinks.with(others, page.links(), rules));
    return mayHaveHalves(line) ? document.withoutUnpairedSurrogates() : document;
  }

  /**
   * Bytes of UTF-8 have no halves of characters, but escapes may; most lines have none of these.
   */
  private static boolean mayHaveHalves(byte[] json) {
    for (int i = json.length - 3; i >= 0; i--) {
      if (json[i] == '\\' && json[i + 1] == 'u' && (json[i + 2] | 0x20) == 'd') {
        return true;
      }
    }
    return false;
  }

  /** The {@code url}, or else the id, if it is an address; else empty. */
  private static String address(String id, Map<String, List<String>> fields) {
    List<String> urls = fields.getOrDefault("url", List.of());
    String address = urls.isEmpty() ? id : urls.getFirst();
    return Address.isWeb(address) ? address : "";
  }

  private static String id(JsonFields.Value id, byte[] json) throws BadInputException {
    if (id == null) {
      throw new BadInputException(
          "document without id, got " + Limits.shown(new String(json, UTF_8)));
    }
    if (!id.isNumber() && (!id.isString() || id.text().isEmpty())) {
      throw new BadInputException(
          "id must be a string that is not empty, or a number, got " + shown(id));
    }
    return id.text();
  }

  private static String string(Map<String, JsonFields.Value> object, String name)
      throws BadInputException {
    JsonFields.Value value = object.get(name);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isString()) {
      throw new BadInputException(name + " must be a string, got " + shown(value));
    }
    return value.text();
  }

  private static String shown(JsonFields.Value value) {
    return Limits.shown(value.isString() ? '"' + value.text() + '"' : value.text());
  }

  /** Arrays are several values, objects are kept as their JSON, null is no value. */
  private static Map<String, List<String>> others(Map<String, JsonFields.Value> object) {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    object.forEach(
        (name, value) -> {
          if (!KNOWN.contains(name)) {
            fields.put(name, value.isNull() ? List.of() : value.texts());
          }
        });
    return fields;
  }
}
