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
 */
record Terminal(InputStream in, PrintWriter out, PrintWriter err, boolean interactive) {

  /** Prints a line of results. */
  void print(String line) {
    out.print(line + "\n");
  }

  /** Prints a line to the person, in place of a progress bar that may stand there. */
  void message(String line) {
    err.print((interactive ? "\r\u001b[K" : "") + line + "\n");
    err.flush();
  }
}
