// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/** JSON Lines, plain or gzip: one document a line, blank lines skipped, a byte order mark too. */
final class JsonLinesSource implements Source {

  /** Opens the stream when its turn comes. */
  @FunctionalInterface
  interface Opener {
    InputStream open() throws IOException;
  }

  private final String name;
  private final Opener opener;
  private final InputRules rules;

  JsonLinesSource(String name, Opener opener, InputRules rules) {
    this.name = name;
    this.opener = opener;
    this.rules = rules;
  }

  @Override
  public void read(Sink sink) throws IOException, InterruptedException {
    try (LineReader lines = new LineReader(opener.open(), rules.maxBytes())) {
      while (next(lines, sink)) {
        accept(lines, sink);
      }
    }
  }

  /** A stream that breaks off ends the source at the line where it does. */
  private boolean next(LineReader lines, Sink sink) throws InterruptedException {
    try {
      return lines.next();
    } catch (EOFException | ZipException e) {
      sink.accept(
          RawDocument.unreadable(where(lines), "gzip is cut off or damaged: " + Inputs.reason(e)));
    } catch (IOException e) {
      sink.accept(RawDocument.unreadable(where(lines), "cannot be read: " + Inputs.reason(e)));
    }
    return false;
  }

  private void accept(LineReader lines, Sink sink) throws InterruptedException {
    byte[] line = lines.line();
    if (line == null) {
      sink.accept(
          RawDocument.unreadable(
              where(lines), Limits.tooLong("line", rules.maxBytes(), lines.length())));
      return;
    }
    byte[] json = lines.number() == 1 ? ByteOrderMark.strip(line) : line;
    if (!isBlank(json)) {
      sink.accept(
          new RawDocument(
              where(lines), json.length, mainText -> JsonDocument.parse(json, rules, mainText)));
    }
  }

  private String where(LineReader lines) {
    return name + ":" + lines.number();
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
