// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.neardup.tools.console.Json;

/**
 * Reads the fields of one JSON object. Numbers stay as they are written, but {@code NaN} and the
 * infinities, which some programs write, are {@code null}: JSON has no such numbers. What would
 * take too much memory is refused where that shows, and not kept until then. For one object.
 */
final class JsonFields {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES) // or hostile ones would stay for ever
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  /** A value of a bag that counts so often is repeated so often. */
  private static final int MAX_WEIGHT = 10_000;

  /** More would fill the memory: each value becomes a field of the index. */
  private static final int MAX_VALUES = 1_000_000;

  /**
   * The value of a field.
   *
   * @param token what it begins with
   * @param texts one text, or those of an array: strings as they are, anything else as its JSON
   */
  record Value(JsonToken token, List<String> texts) {
    /** The one text. */
    String text() {
      return texts.getFirst();
    }
  }

  private final String json;
  private final InputRules rules;
  private final boolean mayHaveHalves; // of characters: decoded text has none, but escapes may be
  private final JsonParser parser;
  private final Map<String, Value> fields = new LinkedHashMap<>();
  private String field; // the one that is read
  private String note;
  private int values;

  private JsonFields(String json, InputRules rules) throws IOException {
    this.json = json;
    this.rules = rules;
    this.mayHaveHalves = json.contains("\\ud") || json.contains("\\uD");
    this.parser = FACTORY.createParser(json);
  }

  /**
   * What was read.
   *
   * @param values by name, in their order
   * @param note on the first number that is none; null if there is none
   */
  record Fields(Map<String, Value> values, String note) {}

  /**
   * Reads all fields.
   *
   * @throws BadInputException if the text is not one object, or one that takes too much
   */
  static Fields read(String json, InputRules rules) throws BadInputException {
    try {
      JsonFields object = new JsonFields(json, rules);
      return new Fields(object.read(), object.note);
    } catch (JsonProcessingException e) {
      throw notJson(Json.problem(e), e.getLocation(), json);
    } catch (IOException e) {
      throw new AssertionError("bytes can be read", e);
    }
  }

  private static BadInputException notJson(String problem, JsonLocation at, String json) {
    long column = at == null ? 0 : at.getCharOffset() + 1;
    return new BadInputException(
        "not JSON: " + problem + " at column " + column + ", got " + Limits.shown(json));
  }

  private Map<String, Value> read() throws IOException, BadInputException {
    try (parser) {
      boolean isObject = parser.nextToken() == JsonToken.START_OBJECT;
      while (isObject && next() == JsonToken.FIELD_NAME) {
        field = parser.currentName();
        next();
        fields.put(whole(field), value(field));
      }
      parser.skipChildren();
      if (parser.nextToken() != null) {
        throw notJson("Trailing token after the object", parser.currentTokenLocation(), json);
      } else if (!isObject) {
        throw new BadInputException("a line must be one JSON object, got " + Limits.shown(json));
      }
      return fields;
    }
  }

  /** Moves on; of an object with too many keys nothing more is kept. */
  private JsonToken next() throws IOException, BadInputException {
    JsonToken token = parser.nextToken();
    if (token == JsonToken.FIELD_NAME
        && parser.getParsingContext().getEntryCount() > rules.maxKeys()) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "an object must have at most %,d keys, got %,d; --max-keys allows more",
              rules.maxKeys(),
              rules.maxKeys() + keysFromHere()));
    }
    return token;
  }

  /** How many keys there are to the end of the object, or to where it is no JSON. */
  private long keysFromHere() throws IOException {
    String rest = "{" + json.substring((int) parser.currentTokenLocation().getCharOffset());
    JsonFactory plain =
        JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();
    long keys = 0;
    try (JsonParser counter = plain.createParser(rest)) {
      counter.nextToken();
      while (counter.nextToken() == JsonToken.FIELD_NAME) {
        keys++;
        counter.nextToken();
        counter.skipChildren();
      }
    } catch (JsonProcessingException e) {
      return keys;
    }
    return keys;
  }

  /** Where the parser is; null where there is a number that is none. */
  private JsonToken token() throws IOException {
    JsonToken token = parser.currentToken();
    if (!token.isNumeric()
        || Character.isDigit(parser.getText().charAt(parser.getTextLength() - 1))) {
      return token;
    }
    if (note == null) {
      String found = parser.getText() + " in " + Limits.shown(field);
      note = "read as null, as JSON has no such number: " + found;
    }
    return JsonToken.VALUE_NULL;
  }

  /** The value that begins here; moves to its end. */
  private Value value(String name) throws IOException, BadInputException {
    JsonToken token = token();
    if (rules.sets().names().contains(name) && token.isStructStart()) {
      return new Value(token, set(name).stream().map(this::whole).toList());
    }
    if (token != JsonToken.START_ARRAY || rules.roles().isSingle(name)) {
      return new Value(token, List.of(text()));
    }
    List<String> texts = new ArrayList<>();
    while (next() != JsonToken.END_ARRAY) {
      boolean isNull = token() == JsonToken.VALUE_NULL;
      String text = text();
      if (!isNull) {
        texts.add(text);
      }
    }
    return new Value(token, texts);
  }

  /**
   * The values of a set: from an array of strings and numbers, or from an object, whose keys are
   * values and whose numbers say how often each counts; an array may have such objects in it.
   */
  private List<String> set(String field) throws IOException, BadInputException {
    List<String> set = new ArrayList<>();
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      addKeys(field, set);
      return set;
    }
    while (next() != JsonToken.END_ARRAY) {
      JsonToken token = token();
      if (token == JsonToken.START_OBJECT) {
        addKeys(field, set);
      } else if (token == JsonToken.VALUE_STRING || token.isNumeric()) {
        add(parser.getText(), 1, set);
      } else if (token != JsonToken.VALUE_NULL) {
        throw new BadInputException(
            "values of "
                + field
                + " must be strings or numbers, got "
                + (token == JsonToken.START_ARRAY ? "an array in an array" : token.asString()));
      }
    }
    return set;
  }

  private void addKeys(String field, List<String> set) throws IOException, BadInputException {
    while (next() == JsonToken.FIELD_NAME) {
      String value = parser.currentName();
      next();
      JsonToken token = token();
      if (!token.isNumeric()) {
        throw new BadInputException(
            "in an object of "
                + field
                + ", numbers must say how often a value counts, got "
                + (token.isStructStart() ? "a structure" : Limits.shown(parser.getText()))
                + " for "
                + Limits.shown(value));
      }
      add(value, times(value), set);
    }
  }

  /** In a set, a number above 0 is once. */
  private int times(String value) throws IOException, BadInputException {
    double weight = parser.getDoubleValue();
    if (!rules.sets().areBags()) {
      return weight > 0 ? 1 : 0;
    }
    if (!(weight >= 0 && weight <= MAX_WEIGHT && weight == Math.rint(weight))) {
      throw new BadInputException(
          "values of a bag must count a whole number of times, from 0 to "
              + MAX_WEIGHT
              + ", got "
              + parser.getText()
              + " for "
              + Limits.shown(value));
    }
    return (int) weight;
  }

  private void add(String value, int times, List<String> set) throws BadInputException {
    for (int i = 0; i < times; i++) {
      count();
      set.add(value);
    }
  }

  /** Without halves of characters. */
  private String whole(String text) {
    return mayHaveHalves ? InputDocument.withoutUnpairedSurrogates(text) : text;
  }

  private String text() throws IOException, BadInputException {
    String text = whole(parser.currentToken().isStructStart() ? structure() : parser.getText());
    count();
    return text;
  }

  /** Takes note of another value. */
  private void count() throws BadInputException {
    values++;
    if (values > MAX_VALUES) {
      throw new BadInputException(
          String.format(
              Locale.ROOT, "a document must have at most %,d values, got more", MAX_VALUES));
    }
  }

  /** An array or object as its JSON, without blanks. */
  private String structure() throws IOException, BadInputException {
    StringWriter text = new StringWriter();
    try (JsonGenerator copy = FACTORY.createGenerator(text)) {
      int depth = 0;
      JsonToken token = parser.currentToken();
      do {
        if (token.isNumeric() && token() == JsonToken.VALUE_NULL) {
          copy.writeNull();
        } else if (token.isNumeric()) {
          copy.writeNumber(parser.getText()); // as it is written
        } else {
          copy.copyCurrentEvent(parser);
        }
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        token = depth > 0 ? next() : null;
      } while (token != null);
    }
    return text.toString();
  }
}
