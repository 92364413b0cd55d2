// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Copies JSON from one place to another without blanks; numbers stay as they are written. */
final class JsonCopy {
  private JsonCopy() {}

  /** Moves a parser on, and may refuse what comes. */
  @FunctionalInterface
  interface Next<E extends Exception> {
    /** Returns null at the end. */
    JsonToken next() throws IOException, E;
  }

  /**
   * Copies the array or object that begins here; moves to its end.
   *
   * @param next moves the parser
   */
  static <E extends Exception> void structure(JsonParser from, JsonGenerator to, Next<E> next)
      throws IOException, E {
    int depth = 0;
    do {
      JsonToken token = from.currentToken();
      if (token.isNumeric()) {
        to.writeNumber(from.getText());
      } else {
        to.copyCurrentEvent(from);
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
    } while (depth > 0 && next.next() != null);
  }
}
