// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.xcontent.DeprecationHandler;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;

/**
 * A value of a JSON document.
 *
 * @param value map, list, string, number, boolean, or null if there is none
 */
record Json(Object value) {

  /** Reads a document; an array or an object. */
  static Json parse(String text) {
    try (XContentParser parser =
        JsonXContent.jsonXContent.createParser(
            NamedXContentRegistry.EMPTY, DeprecationHandler.THROW_UNSUPPORTED_OPERATION, text)) {
      return new Json(text.stripLeading().startsWith("[") ? parser.list() : parser.mapOrdered());
    } catch (IOException e) {
      throw new UncheckedIOException(text, e);
    }
  }

  /** Writes a map or a list on one line. */
  static String write(Object document) {
    try (XContentBuilder builder = JsonXContent.contentBuilder()) {
      return builder.value(document).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The value behind names and places in arrays, nothing if one of them is not there. */
  Json at(Object... path) {
    Object found = value;
    for (Object step : path) {
      if (found instanceof Map<?, ?> map) {
        found = map.get(step);
      } else if (found instanceof List<?> list && step instanceof Integer place) {
        found = place < list.size() ? list.get(place) : null;
      } else {
        return new Json(null);
      }
    }
    return new Json(found);
  }

  boolean isThere() {
    return value != null;
  }

  String text() {
    return String.valueOf(value);
  }

  long number() {
    if (value instanceof Number number) {
      return number.longValue();
    }
    throw new IllegalStateException("not a number: " + value);
  }

  double decimal() {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw new IllegalStateException("not a number: " + value);
  }

  boolean isTrue() {
    return Boolean.TRUE.equals(value);
  }

  /** The elements of an array, or the values of an object; none if there is neither. */
  List<Json> elements() {
    List<Json> elements = new ArrayList<>();
    if (value instanceof List<?> list) {
      list.forEach(element -> elements.add(new Json(element)));
    } else if (value instanceof Map<?, ?> map) {
      map.values().forEach(element -> elements.add(new Json(element)));
    }
    return elements;
  }

  @Override
  public String toString() {
    return text();
  }
}
