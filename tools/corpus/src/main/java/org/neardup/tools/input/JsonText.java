// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.zip.ZipException;

/**
 * JSON that is not an object a line: an array of objects, or objects one after the other, over as
 * many lines as they like. Memory holds one object. What is no JSON is named by its line and
 * column, and reading goes on at the next whole object that is not part of the damaged one; that
 * takes time in proportion to the input, as Jackson limits how deep objects can be in others. For
 * one thread.
 */
final class JsonText implements Inputs.Source {
  private final String name;
  private final RewindStream in;
  private final InputRules rules;
  private final JsonFactory factory;

  /** JSON in the place of all that was read, so that the parser knows what may follow. */
  private String before = "";

  private int line = 1;

  /** How many bytes of the line were read. */
  private int column;

  JsonText(String name, InputStream in, InputRules rules) {
    this.name = name;
    this.in = new RewindStream(in, rules.maxBytes() + (long) RewindStream.LEAST_BYTES);
    this.rules = rules;
    this.factory =
        JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES) // or hostile ones would stay for ever
            .disable(JsonFactory.Feature.CHARSET_DETECTION) // it is UTF-8
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .streamReadConstraints(
                StreamReadConstraints.builder().maxStringLength(rules.maxBytes()).build())
            .build();
  }

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    try (in) {
      boolean more = true;
      while (more) {
        more = next(sink);
      }
    } catch (EOFException | ZipException e) {
      sink.accept(unreadable(line, Compression.damage(name, e)));
    }
  }

  /** Reads the next value; false at the end. */
  private boolean next(Inputs.Sink sink) throws IOException, InterruptedException {
    in.mark();
    long place = in.place();
    try (JsonParser parser = parser()) {
      try {
        return next(parser, place - before.length(), sink);
      } catch (JsonProcessingException e) {
        JsonLocation at = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
        String problem = "not JSON: " + JsonFields.problem(e) + " at column " + column(at);
        sink.accept(unreadable(line(at), problem));
        in.moveTo(place);
        return toWholeObject();
      }
    }
  }

  private JsonParser parser() throws IOException {
    InputStream told = new ByteArrayInputStream(before.getBytes(UTF_8));
    return factory.createParser(new SequenceInputStream(told, in));
  }

  private int line(JsonLocation at) {
    return line + at.getLineNr() - 1;
  }

  private int column(JsonLocation at) {
    return at.getColumnNr() + (at.getLineNr() > 1 ? 0 : column - before.length());
  }

  private boolean next(JsonParser parser, long start, Inputs.Sink sink)
      throws IOException, InterruptedException {
    JsonToken token = parser.nextToken();
    while (token != null && parser.currentTokenLocation().getByteOffset() < before.length()) {
      token = parser.nextToken();
    }
    if (token == null) {
      return false;
    }
    JsonLocation from = parser.currentTokenLocation();
    String after = token == JsonToken.START_ARRAY ? "[" : "";
    RawDocument document = null;
    if (token != JsonToken.END_ARRAY && (token != JsonToken.START_ARRAY || !before.isEmpty())) {
      document = document(parser, token, start + from.getByteOffset(), line(from));
      after = before.isEmpty() ? "" : "[{}";
    }
    JsonLocation to = parser.currentLocation();
    in.moveTo(start + to.getByteOffset());
    column = column(to) - 1;
    line = line(to);
    before = after;
    if (document != null) {
      sink.accept(document);
    }
    return true;
  }

  /** The value that begins here; moves the parser to its end. */
  private RawDocument document(JsonParser parser, JsonToken token, long start, int firstLine)
      throws IOException {
    if (token != JsonToken.START_OBJECT) {
      String found = token.isStructStart() ? "an array" : parser.getText();
      parser.skipChildren();
      return unreadable(firstLine, "a document must be an object, got " + Limits.shown(found));
    }
    long read = parser.currentLocation().getByteOffset();
    parser.skipChildren();
    long length = parser.currentLocation().getByteOffset() - read + 1;
    if (length >= rules.maxBytes()) {
      return unreadable(firstLine, Limits.tooLong("object", rules.maxBytes(), length));
    }
    in.moveTo(start);
    byte[] json = in.readNBytes((int) length);
    String where = name + ":" + firstLine;
    return new RawDocument(
        where, json.length, mainText -> JsonDocument.parse(json, where, rules, mainText));
  }

  /**
   * Moves to the next object that is whole, unless it is the value of a key or in an array of the
   * damaged one; false if there is none. In what seems to be a string there may be one, too, as a
   * quote may be missing or one too many; strings end at the latest with the line.
   */
  private boolean toWholeObject() throws IOException {
    before = before.isEmpty() ? "" : "[";
    long open =
        0; // of each array or object that is open, whether it is an array; the last one first
    boolean isInString = false;
    boolean isEscaped = false;
    int previous = 0;
    for (int next = in.read(); next >= 0; next = in.read()) {
      boolean isInArray = isInString ? previous == '[' : (open & 1) == 1;
      if (next == '{' && previous != ':' && !isInArray && isWhole(in.place() - 1)) {
        return true;
      }
      if (next < ' ') {
        isInString = false;
      } else if (next == '"' && !isEscaped) {
        isInString = !isInString;
      } else if (!isInString) {
        open = opened(open, next);
      }
      isEscaped = next == '\\' && !isEscaped;
      previous = next > ' ' ? next : previous;
      line += next == '\n' ? 1 : 0;
      column = next == '\n' ? 0 : column + 1;
    }
    return false;
  }

  /** An end closes what is open in its own, too. */
  private static long opened(long open, int next) {
    return switch (next) {
      case '{' -> open << 1;
      case '[' -> open << 1 | 1;
      case '}' -> open >>> Long.numberOfTrailingZeros(~open) >>> 1;
      case ']' -> open >>> Long.numberOfTrailingZeros(open) >>> 1;
      default -> open;
    };
  }

  /** Whether the object that begins there is; if so, stays there, else one byte behind. */
  private boolean isWhole(long place) throws IOException {
    if (in.has(1) && "{[,:".indexOf(in.peek(0)) >= 0) {
      return false; // as is seen without the library
    }
    in.moveTo(place);
    in.mark();
    boolean isWhole = false;
    try (JsonParser parser = factory.createParser(in)) {
      parser.nextToken();
      parser.skipChildren();
      isWhole = true;
    } catch (JsonProcessingException e) {
      // the damage was told
    }
    in.moveTo(isWhole ? place : place + 1);
    return isWhole;
  }

  private RawDocument unreadable(int at, String problem) {
    return RawDocument.unreadable(name + ":" + at, problem);
  }
}
