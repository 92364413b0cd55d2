// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.util.Arrays;
import java.util.zip.ZipException;
import org.neardup.tools.console.Json;

/**
 * JSON that is not an object a line: an array of objects, or objects one after the other, over as
 * many lines as they like. Memory holds one object. What is no JSON ends the source, and is named
 * by its line and byte: where the next object begins would be a guess.
 *
 * @param first the place of the stream's first byte in the file
 */
record JsonObjectsSource(String name, InputStream stream, long first, InputRules rules)
    implements Inputs.Source {
  /** What no program can read is refused here; what documents may hold, by {@link JsonFields}. */
  private static final int MAX_DEPTH = 100_000;

  private static final String MEND =
      "; the rest is not read: correct the file there, or write JSON Lines (jq -c '.[]', or jq -c ."
          + " without an array), where damage costs one line";

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    KeptBytes in = new KeptBytes(stream, rules.maxBytes());
    // Each byte is a character until an object is known: so one bad byte costs one object.
    Reader bytes = new InputStreamReader(in, ISO_8859_1);
    try (JsonParser parser = factory().createParser(bytes)) {
      read(parser, in, sink);
    }
  }

  private JsonFactory factory() {
    return JsonFactory.builder()
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES) // or hostile ones would stay for ever
        .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH)
                .maxNameLength(rules.maxBytes())
                .maxNumberLength(rules.maxBytes())
                .build())
        .build();
  }

  private void read(JsonParser parser, KeptBytes in, Inputs.Sink sink)
      throws IOException, InterruptedException {
    try {
      boolean isInArray = false;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.END_ARRAY || (token == JsonToken.START_ARRAY && !isInArray)) {
          isInArray = token == JsonToken.START_ARRAY;
        } else {
          sink.accept(document(parser, in));
        }
      }
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
      String problem = Json.problem(e) + " at byte " + (first + at.getCharOffset());
      sink.accept(unreadable(at, "not JSON: " + problem + MEND));
    } catch (EOFException | ZipException e) {
      sink.accept(unreadable(parser.currentLocation(), Compression.damage(name, e)));
    }
  }

  /** The value that begins here; moves the parser to its end. */
  private RawDocument document(JsonParser parser, KeptBytes in) throws IOException {
    JsonLocation from = parser.currentTokenLocation();
    in.forgetBefore(from.getCharOffset());
    boolean isObject = parser.currentToken() == JsonToken.START_OBJECT;
    String found = parser.currentToken().isStructStart() ? "an array" : parser.getText();
    parser.skipChildren();
    long length = parser.currentLocation().getCharOffset() - from.getCharOffset();
    if (!isObject) {
      return unreadable(from, "a document must be an object, got " + Limits.shown(found));
    } else if (length >= rules.maxBytes()) {
      return unreadable(from, Limits.tooLong("object", rules.maxBytes(), length));
    }
    return JsonDocument.raw(in.first((int) length), where(from), rules);
  }

  private RawDocument unreadable(JsonLocation at, String problem) {
    return RawDocument.unreadable(where(at), problem);
  }

  private String where(JsonLocation at) {
    return name + ":" + at.getLineNr();
  }

  /** Keeps what was read from the beginning of an object on, unless the object is too long. */
  private static final class KeptBytes extends FilterInputStream {
    private final int most;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private long end;

    KeptBytes(InputStream in, int most) {
      super(in);
      this.most = most;
    }

    void forgetBefore(long place) {
      byte[] bytes = kept.toByteArray();
      int from = (int) (place - (end - bytes.length));
      kept.reset();
      kept.write(bytes, from, bytes.length - from);
    }

    byte[] first(int length) {
      return Arrays.copyOf(kept.toByteArray(), length);
    }

    /** A reader asks for no more than it needs. */
    @Override
    public int available() {
      return 0;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = super.read(bytes, offset, length);
      if (kept.size() >= most) {
        kept.reset(); // all that was read before is parsed
      }
      kept.write(bytes, offset, Math.max(0, count));
      end += Math.max(0, count);
      return count;
    }
  }
}
