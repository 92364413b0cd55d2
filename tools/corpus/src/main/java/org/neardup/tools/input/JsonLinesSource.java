// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.function.IOSupplier;

/**
 * JSON Lines: one document a line; blank lines and byte order marks are skipped.
 *
 * <p>Of a plain file a range of bytes can be read: the lines that begin in it, so that each line of
 * the file is in one of several ranges that together are all of it.
 *
 * @param start lines that begin before are not read
 * @param end nor those that begin there or later
 */
record JsonLinesSource(
    String name, IOSupplier<InputStream> opener, InputRules rules, long start, long end)
    implements Inputs.Source {
  JsonLinesSource(String name, IOSupplier<InputStream> opener, InputRules rules) {
    this(name, opener, rules, 0, Long.MAX_VALUE);
  }

  /** The lines of a file that begin in some of its bytes. */
  static JsonLinesSource ofRange(Path path, long start, long end, InputRules rules) {
    return new JsonLinesSource(path.toString(), () -> open(path, origin(start)), rules, start, end);
  }

  /** The byte before tells whether a line begins at the start. */
  private static long origin(long start) {
    return Math.max(0, start - 1);
  }

  private static InputStream open(Path path, long from) throws IOException {
    SeekableByteChannel file = Files.newByteChannel(path);
    return Channels.newInputStream(file.position(from));
  }

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    try (LineReader lines = new LineReader(opener.get(), rules.maxBytes())) {
      boolean more = start == 0 || next(lines, sink); // passes over what began before
      while (more && origin(start) + lines.nextStart() < end && next(lines, sink)) {
        accept(lines, sink);
      }
    }
  }

  /** A stream that breaks off ends the source at the line where it does. */
  private boolean next(LineReader lines, Inputs.Sink sink) throws InterruptedException {
    try {
      return lines.next();
    } catch (IOException e) {
      sink.accept(RawDocument.unreadable(where(lines), Compression.problem(name, e)));
    }
    return false;
  }

  private void accept(LineReader lines, Inputs.Sink sink) throws InterruptedException {
    byte[] json = lines.line();
    if (json == null) {
      sink.accept(
          RawDocument.unreadable(
              where(lines), Limits.tooLong("line", rules.maxBytes(), lines.length())));
      return;
    }
    if (!LineReader.isBlank(json) && (!lines.isBrokenOff() || isWhole(json))) {
      sink.accept(JsonDocument.raw(json, where(lines), rules));
    }
  }

  /** Whether a line that may go on is a document as it is. */
  private boolean isWhole(byte[] json) {
    try {
      JsonDocument.parse(json, name, rules, false);
      return true;
    } catch (BadInputException e) {
      return false; // the failure of the stream tells why
    }
  }

  /** Lines before a range are not counted: its own are told by where they begin. */
  private String where(LineReader lines) {
    return start == 0
        ? name + ":" + lines.number()
        : name + ":byte " + (origin(start) + lines.start());
  }
}
