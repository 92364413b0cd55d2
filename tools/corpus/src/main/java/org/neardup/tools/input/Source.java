// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;

/** One argument of the command line. */
@FunctionalInterface
interface Source {
  /**
   * Passes on every document, and an unreadable one for each that cannot be read.
   *
   * @throws IOException if nothing more can be read from this source
   */
  void read(Sink sink) throws IOException, InterruptedException;
}
