// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.io.InputStream;
import java.io.PrintWriter;

/**
 * Where a command reads and writes.
 *
 * @param in what {@code -} as an input stands for
 * @param out results
 * @param err messages and the progress bar
 * @param interactive whether a person is watching {@code err}
 * @param paint for {@code out}
 */
record Terminal(
    InputStream in, PrintWriter out, PrintWriter err, boolean interactive, Paint paint) {

  /** Prints a line of results. */
  void print(String line) {
    out.print(line + "\n");
  }

  /** Prints a line to the person, in place of a progress bar that may stand there. */
  void message(String line) {
    clearLine();
    err.print(line + "\n");
    err.flush();
  }

  /** Shows a line that the next one replaces. */
  void redraw(String line) {
    err.print("\r" + line);
    err.flush();
  }

  /** Takes away what {@link #redraw} showed. */
  void clearLine() {
    if (interactive) {
      err.print("\r\u001b[K");
      err.flush();
    }
  }
}
