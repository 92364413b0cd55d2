// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.apache.commons.io.function.IOSupplier;
import org.apache.commons.io.output.NullOutputStream;
import org.apache.commons.io.output.ThresholdingOutputStream;

/**
 * JSON that is not an object a line: an array of objects, or objects one after the other, over as
 * many lines as they like. Memory holds one object. What is no JSON ends the source, at the line
 * and column that the message names.
 */
final class JsonTextSource implements Inputs.Source {
  private final String name;
  private final IOSupplier<InputStream> opener;
  private final InputRules rules;
  private final JsonFactory factory;

  JsonTextSource(String name, IOSupplier<InputStream> opener, InputRules rules) {
    this.name = name;
    this.opener = opener;
    this.rules = rules;
    factory =
        JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES) // or hostile ones would stay for ever
            .streamReadConstraints(
                StreamReadConstraints.builder().maxStringLength(rules.maxBytes()).build())
            .build();
  }

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    try (JsonParser parser = factory.createParser(opener.get())) {
      try {
        readAll(parser, sink);
      } catch (JsonProcessingException e) {
        sink.accept(
            unreadable(parser.currentLocation().getLineNr(), "not JSON: " + problem(e, parser)));
      } catch (EOFException | ZipException e) {
        sink.accept(unreadable(parser.currentLocation().getLineNr(), Compression.damage(name, e)));
      }
    }
  }

  private static String problem(JsonProcessingException e, JsonParser parser) {
    int column =
        (e.getLocation() == null ? parser.currentLocation() : e.getLocation()).getColumnNr();
    return JsonFields.problem(e) + " at column " + column + "; the rest was not read";
  }

  private void readAll(JsonParser parser, Inputs.Sink sink)
      throws IOException, InterruptedException {
    boolean inArray = false;
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      if (token == JsonToken.START_ARRAY && !inArray) {
        inArray = true;
      } else if (token == JsonToken.END_ARRAY) {
        inArray = false;
      } else {
        sink.accept(document(parser));
      }
    }
  }

  /** The value that begins here; moves to its end. */
  private RawDocument document(JsonParser parser) throws IOException {
    int line = parser.currentTokenLocation().getLineNr();
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      String found = parser.currentToken().isStructStart() ? "an array" : parser.getText();
      parser.skipChildren();
      return unreadable(line, "a document must be an object, got " + Limits.shown(found));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ThresholdingOutputStream kept = // that counts all
        new ThresholdingOutputStream(
            rules.maxBytes() - 1,
            out -> {},
            out -> out.isThresholdExceeded() ? NullOutputStream.INSTANCE : bytes);
    try (JsonGenerator copy = factory.createGenerator(kept)) {
      JsonCopy.structure(parser, copy, parser::nextToken);
    }
    if (kept.getByteCount() >= rules.maxBytes()) {
      return unreadable(line, Limits.tooLong("object", rules.maxBytes(), kept.getByteCount()));
    }
    byte[] json = bytes.toByteArray();
    String where = name + ":" + line;
    return new RawDocument(
        where, json.length, mainText -> JsonDocument.parse(json, where, rules, mainText));
  }

  private RawDocument unreadable(int line, String problem) {
    return RawDocument.unreadable(name + ":" + line, problem);
  }
}
