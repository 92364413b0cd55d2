// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import java.io.InputStream;
import java.io.PrintWriter;

/**
 * Where a command reads and writes. All that is printed passes here, so what comes from input does
 * not write to the terminal as it likes: see {@link OneLine}.
 *
 * @param in what {@code -} as an input stands for
 * @param out results
 * @param err messages and the progress bar
 * @param interactive whether a person is watching {@code err}
 * @param paint for {@code out}
 */
public record Terminal(
    InputStream in, PrintWriter out, PrintWriter err, boolean interactive, Paint paint) {

  /** Prints results, of one line or several. */
  public void print(String lines) {
    out.print((paint.on() ? OneLine.ofEach(lines) : OneLine.ofEachPlain(lines)) + "\n");
  }

  /** Prints a line to the person, in place of a progress bar that may stand there. */
  public void message(String line) {
    messages(OneLine.of(line));
  }

  /** Prints several lines to the person; what comes from input must be in one already. */
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

  /** Takes away what {@link #redraw} showed. */
  public void clearLine() {
    if (interactive) {
      err.print("\r\u001b[K");
      err.flush();
    }
  }
}
