// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.zip.ZipException;

/**
 * JSON that is not an object a line: an array of objects, or objects one after the other, over as
 * many lines as they like. Memory holds one object. What is no JSON is named by its line, and
 * reading goes on at the next whole object that is not part of the damaged one; that takes time in
 * proportion to the input, as Jackson limits how deep objects can be in others. For one thread.
 */
final class JsonText implements Inputs.Source {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES) // or hostile ones would stay for ever
          .disable(JsonFactory.Feature.CHARSET_DETECTION) // it is UTF-8
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .build();

  private final String name;
  private final RewindStream in;
  private final InputRules rules;

  /** JSON in the place of all that was read, so that the parser knows what may follow. */
  private String before = "";

  private int line = 1;

  JsonText(String name, InputStream in, InputRules rules) {
    this.name = name;
    this.in = new RewindStream(in, rules.maxBytes() + (long) RewindStream.LEAST_BYTES);
    this.rules = rules;
  }

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    boolean more = true;
    try (in) {
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
    long start = place - before.length();
    InputStream past = new ByteArrayInputStream(before.getBytes(UTF_8));
    try (JsonParser parser = FACTORY.createParser(new SequenceInputStream(past, in))) {
      try {
        return next(parser, start, sink);
      } catch (JsonProcessingException e) {
        JsonLocation at = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
        String problem = "not JSON: " + JsonFields.problem(e);
        sink.accept(unreadable(line(at), problem + " at byte " + (start + at.getByteOffset())));
      }
    }
    in.moveTo(place);
    return toWholeObject();
  }

  private int line(JsonLocation at) {
    return line + at.getLineNr() - 1;
  }

  private boolean next(JsonParser parser, long start, Inputs.Sink sink)
      throws IOException, InterruptedException {
    JsonToken token = parser.nextToken();
    while (token != null && parser.currentTokenLocation().getByteOffset() < before.length()) {
      token = parser.nextToken();
    }
    String after = "";
    if (token == JsonToken.START_ARRAY && before.isEmpty()) {
      after = "[";
    } else if (token != null && token != JsonToken.END_ARRAY) {
      sink.accept(document(parser, start));
      after = before.isEmpty() ? "" : "[{}";
    }
    if (token == JsonToken.VALUE_STRING) { // perhaps a quote is missing, and it holds objects
      in.moveTo(start + before.length());
      return toWholeObject();
    }
    in.moveTo(start + parser.currentLocation().getByteOffset());
    line = line(parser.currentLocation());
    before = after;
    return token != null;
  }

  /** The value that begins here; moves the parser to its end. */
  private RawDocument document(JsonParser parser, long start) throws IOException {
    JsonLocation from = parser.currentTokenLocation();
    boolean isObject = parser.currentToken() == JsonToken.START_OBJECT;
    String found = parser.currentToken().isStructStart() ? "an array" : parser.getText();
    parser.skipChildren();
    long length = parser.currentLocation().getByteOffset() - from.getByteOffset();
    if (!isObject) {
      return unreadable(line(from), "a document must be an object, got " + Limits.shown(found));
    } else if (length >= rules.maxBytes()) {
      return unreadable(line(from), Limits.tooLong("object", rules.maxBytes(), length));
    }
    in.moveTo(start + from.getByteOffset());
    return JsonDocument.raw(in.readNBytes((int) length), name + ":" + line(from), rules);
  }

  /**
   * Moves to the next object that is whole, unless it is the value of a key or in an array of the
   * damaged one; false if there is none. In what seems to be a string there may be one, too, as a
   * quote may be missing or one too many; strings end at the latest with the line.
   */
  private boolean toWholeObject() throws IOException {
    before = before.isEmpty() ? "" : "[";
    long open = 0; // whether each array or object that is open is an array, from the last one on
    boolean isInString = false;
    boolean isEscaped = false;
    int previous = 0;
    for (int next = in.read(); next >= 0; next = in.read()) {
      boolean isInArray = isInString ? previous == '[' : (open & 1) == 1;
      if (next == '{' && previous != ':' && !isInArray && isWhole(in.place() - 1)) {
        return true;
      } else if (next < ' ') {
        open = isInString ? 0 : open; // as nobody knows where the string began
        isInString = false;
      } else if (next == '"' && !isEscaped) {
        isInString = !isInString;
      } else if (!isInString) {
        boolean isValue = previous == ':' || (open & 1) == 1; // else it is damage, too
        open = next != '[' || isValue ? opened(open, next) : open;
      }
      isEscaped = next == '\\' && !isEscaped;
      previous = next > ' ' ? next : previous;
      line += next == '\n' ? 1 : 0;
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
    boolean isWhole = in.has(1) && "{[,:".indexOf(in.peek(0)) < 0; // seen without the library
    if (isWhole) {
      in.moveTo(place);
      in.mark();
      try (JsonParser parser = FACTORY.createParser(in)) {
        parser.nextToken();
        parser.skipChildren();
      } catch (JsonProcessingException e) {
        isWhole = false;
      }
      in.moveTo(isWhole ? place : place + 1);
    }
    return isWhole;
  }

  private RawDocument unreadable(int at, String problem) {
    return RawDocument.unreadable(name + ":" + at, problem);
  }
}
