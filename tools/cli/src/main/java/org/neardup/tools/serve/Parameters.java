// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Json;
import org.neardup.tools.console.ToolException;

/**
 * The parameters of a request: names and values of an address, or of a form. Values are checked
 * where they are read, and mistakes end the request.
 */
final class Parameters {
  private static final String JSON = "json";

  private final Map<String, String> values = new LinkedHashMap<>();

  /**
   * Reads them.
   *
   * @param encoded as in {@code q=old+wharf&mode=all}; null for none
   */
  Parameters(String encoded) {
    for (String pair : Objects.requireNonNullElse(encoded, "").split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name = decode(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
      if (name.isEmpty()) {
        throw mistake("a parameter must have a name, got " + pair);
      } else if (values.put(name, value) != null) {
        throw mistake(name + " must be given once, got it twice");
      }
    }
  }

  /** The body of a request for a page that takes JSON. */
  static Parameters ofJson(String body) {
    Parameters parameters = new Parameters(null);
    parameters.values.put(JSON, body);
    return parameters;
  }

  /**
   * Reads what {@link #ofJson} was given; null for {@code null}.
   *
   * @param key that it must have
   */
  <T> T json(Class<T> type, String key) {
    try {
      return Json.STRICT.readValue(exact(JSON), type);
    } catch (JsonProcessingException e) {
      throw mistake("the body is not as it must be: " + problem(e, key));
    }
  }

  /** What is wrong, and where, without the names of classes. */
  private static String problem(JsonProcessingException e, String key) {
    if (!(e instanceof MismatchedInputException mismatch)) {
      return Json.problem(e);
    }
    if (mismatch.getPath().isEmpty()) {
      return "it must be an object with " + key;
    }
    String at =
        mismatch.getPath().stream()
            .map(step -> "/" + Objects.requireNonNullElse(step.getFieldName(), step.getIndex()))
            .collect(Collectors.joining());
    return e instanceof UnrecognizedPropertyException unknown
        ? at + " is not one of " + unknown.getKnownPropertyIds().stream().sorted().toList()
        : at + " has a value of a wrong kind";
  }

  private static String decode(String encoded) {
    try {
      return URLDecoder.decode(encoded, UTF_8);
    } catch (IllegalArgumentException e) {
      throw mistake("a parameter must be encoded as in an address, got " + encoded);
    }
  }

  /** A value as part of an address. */
  static String encode(String value) {
    return URLEncoder.encode(value, UTF_8);
  }

  /**
   * An address with parameters; those with an empty value are left out.
   *
   * @param changed the name of one that has another value
   */
  static String link(
      String address, List<String> names, List<String> values, String changed, String value) {
    StringBuilder link = new StringBuilder(address);
    for (int i = 0; i < names.size(); i++) {
      String each = names.get(i).equals(changed) ? value : values.get(i);
      if (!each.isEmpty()) {
        link.append(link.indexOf("?") < 0 ? '?' : '&').append(names.get(i)).append('=');
        link.append(encode(each));
      }
    }
    return link.toString();
  }

  /** The value of a number of a page in an address; empty for the first. */
  static String page(int number) {
    return number == 1 ? "" : String.valueOf(number);
  }

  /** The exception to throw for a mistake in a request. */
  static ToolException mistake(String message) {
    return new ToolException(ExitCode.USAGE, message);
  }

  /**
   * What is made of a request; what refuses it has found a mistake.
   *
   * @param where the mistake is, before its message
   */
  static <T> T checked(String where, Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw mistake(where + e.getMessage());
    }
  }

  /** Refuses all but some names. */
  Parameters only(String... known) {
    for (String name : values.keySet()) {
      if (!List.of(known).contains(name)) {
        throw mistake("a parameter must be one of " + String.join(", ", known) + ", got " + name);
      }
    }
    return this;
  }

  /** A text without blanks around it; empty if it is not given. */
  String text(String name, int maxCharacters) {
    String value = values.getOrDefault(name, "").strip();
    if (value.length() > maxCharacters) {
      throw mistake(
          String.format(
              Locale.ROOT,
              "%s must have at most %,d characters, got %,d",
              name,
              maxCharacters,
              value.length()));
    }
    return value;
  }

  /** A text as it is; empty if it is not given. */
  String exact(String name) {
    return values.getOrDefault(name, "");
  }

  /** A name; null if it is not given. */
  String name(String name) {
    String value = exact(name);
    return value.isEmpty() ? null : value;
  }

  /** Names with commas between them. */
  List<String> list(String name) {
    String value = exact(name);
    return value.isEmpty() ? List.of() : List.of(value.split(",", -1));
  }

  /** An id. */
  String id(String name) {
    String value = exact(name);
    if (value.isEmpty()) {
      throw mistake(name + " must be the id of a document, got none");
    }
    return value;
  }

  int number(String name, int byDefault, int min, int max) {
    String range = "between " + min + " and " + max;
    return value(name, byDefault, Integer::valueOf, each -> each >= min && each <= max, range);
  }

  /** A resemblance: above 0 and at most 1. */
  double resemblance(String name, double byDefault) {
    String range = "above 0 and at most 1";
    return value(name, byDefault, Double::valueOf, each -> each > 0 && each <= 1, range);
  }

  private <N> N value(
      String name, N byDefault, Function<String, N> parser, Predicate<N> allowed, String range) {
    String value = text(name, 20);
    try {
      N parsed = value.isEmpty() ? byDefault : parser.apply(value);
      if (allowed.test(parsed)) {
        return parsed;
      }
    } catch (NumberFormatException e) {
      assert e != null; // as a number out of range
    }
    throw mistake(name + " must be " + range + ", got " + value);
  }

  /** One of the values of an enum, in lower case. */
  <E extends Enum<E>> E choice(String name, E byDefault) {
    String value = text(name, 20);
    E[] choices = byDefault.getDeclaringClass().getEnumConstants();
    for (E choice : choices) {
      if (Json.lower(choice).equals(value)) {
        return choice;
      }
    }
    if (value.isEmpty()) {
      return byDefault;
    }
    String all = List.of(choices).toString().toLowerCase(Locale.ROOT);
    throw mistake(name + " must be one of " + all + ", got " + value);
  }
}
