// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the values of a set from an array of strings and numbers, or from an object, whose keys are
 * values and whose numbers say how often each counts; an array may have such objects in it.
 */
final class JsonSet {
  /** A value that counts so often is repeated so often. */
  private static final int MAX_WEIGHT = 10_000;

  private final String field;
  private final boolean isBag;
  private final JsonParser parser;
  private final JsonCopy.Next<BadInputException> next;
  private final Sink sink;
  private final List<String> values = new ArrayList<>();

  /** Takes note of each value before it is kept. */
  @FunctionalInterface
  interface Sink {
    void count(String value) throws BadInputException;
  }

  /**
   * @param field name of the field, for messages
   * @param isBag whether numbers of an object say how often; otherwise a number above 0 is once
   * @param next moves the parser
   */
  JsonSet(
      String field,
      boolean isBag,
      JsonParser parser,
      JsonCopy.Next<BadInputException> next,
      Sink sink) {
    this.field = field;
    this.isBag = isBag;
    this.parser = parser;
    this.next = next;
    this.sink = sink;
  }

  /** The values of the array or object that begins here; moves to its end. */
  List<String> read() throws IOException, BadInputException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      addKeys();
      return values;
    }
    while (next.next() != JsonToken.END_ARRAY) {
      JsonToken token = parser.currentToken();
      if (token == JsonToken.START_OBJECT) {
        addKeys();
      } else if (token == JsonToken.VALUE_STRING || token.isNumeric()) {
        add(parser.getText(), 1);
      } else if (token != JsonToken.VALUE_NULL) {
        throw new BadInputException(
            "values of " + field + " must be strings or numbers, got " + kind(token));
      }
    }
    return values;
  }

  private static String kind(JsonToken token) {
    return token == JsonToken.START_ARRAY ? "an array in an array" : token.asString();
  }

  private void addKeys() throws IOException, BadInputException {
    while (next.next() == JsonToken.FIELD_NAME) {
      String value = parser.currentName();
      JsonToken token = next.next();
      if (!token.isNumeric()) {
        throw new BadInputException(
            "in an object of "
                + field
                + ", numbers must say how often a value counts, got "
                + (token.isStructStart() ? "a structure" : Limits.shown(parser.getText()))
                + " for "
                + Limits.shown(value));
      }
      add(value, times(value));
    }
  }

  private int times(String value) throws IOException, BadInputException {
    double weight = parser.getDoubleValue();
    if (!isBag) {
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

  private void add(String value, int times) throws BadInputException {
    for (int i = 0; i < times; i++) {
      sink.count(value);
      values.add(value);
    }
  }
}
