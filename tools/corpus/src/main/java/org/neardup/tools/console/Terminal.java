// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.regex.Pattern;
import org.apache.commons.io.output.ProxyOutputStream;

/**
 * Where a command reads and writes. Everything printed passes through here, so that text from input
 * cannot control the terminal: see {@link OneLine}.
 *
 * @param in what {@code -} as an input stands for
 * @param out results
 * @param err messages and the progress bar
 * @param interactive whether a person is watching {@code err}
 * @param paint for {@code out}
 */
public record Terminal(
    InputStream in, PrintWriter out, PrintWriter err, boolean interactive, Paint paint) {

  /**
   * The standard streams of this process, in UTF-8. Its launcher says by system properties whether
   * a person is watching.
   */
  public static Terminal ofProcess() {
    return new Terminal(
        System.in,
        utf8(FileDescriptor.out),
        utf8(FileDescriptor.err),
        Boolean.getBoolean("neardup.progress"),
        new Paint(Boolean.getBoolean("neardup.colour")));
  }

  /** The same without a person who watches. */
  public Terminal unwatched() {
    return new Terminal(in, out, err, false, paint);
  }

  private static PrintWriter utf8(FileDescriptor descriptor) {
    return new PrintWriter(
        new OutputStreamWriter(new PipeOutput(new FileOutputStream(descriptor)), UTF_8), false);
  }

  /** Prints results, of one line or several. */
  public void print(String lines) {
    out.print((paint.on() ? OneLine.ofEach(lines) : OneLine.ofEachPlain(lines)) + "\n");
  }

  /** Prints a message, in place of a progress bar if there is one. */
  public void message(String line) {
    messages(OneLine.of(line));
  }

  /** Prints a message of several lines; text from input must be on one line already. */
  public void messages(String lines) {
    clearLine();
    err.print(OneLine.ofEachPlain(lines) + "\n");
    err.flush();
  }

  /** Shows a line that the next one replaces. */
  public void redraw(String line) {
    err.print("\r" + line);
    err.flush();
  }

  /** Tells a person who watches what is being done. */
  public void step(String name) {
    if (interactive) {
      clearLine();
      redraw(name + " ...");
    }
  }

  /** Removes what {@link #redraw} showed. */
  public void clearLine() {
    if (interactive) {
      err.print("\r\u001b[K");
      err.flush();
    }
  }

  /**
   * An output that may be a pipe. Once nobody reads it any more, as after {@code | head}, the rest
   * is dropped without a word: whoever closed it has what they wanted. Other failures are thrown.
   */
  static final class PipeOutput extends ProxyOutputStream {
    /** The messages of Unix and Windows for a closed pipe; Java has no type for it. */
    private static final Pattern CLOSED =
        Pattern.compile("Broken pipe|pipe is being closed|pipe has been ended");

    PipeOutput(OutputStream out) {
      super(out);
    }

    @Override
    protected void handleIOException(IOException e) throws IOException {
      if (e.getMessage() == null || !CLOSED.matcher(e.getMessage()).find()) {
        throw e;
      }
      out = nullOutputStream(); // who opens the pipe later gets no half of a line
    }
  }
}
