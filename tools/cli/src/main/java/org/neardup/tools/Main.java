// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.neardup.tools.command.NeardupCommand;
import org.neardup.tools.console.Terminal;

/** Runs {@link NeardupCommand} on the standard streams of this process. */
public final class Main {
  /**
   * Kept in a field, as a logger without references forgets its level. Its hints on vector search
   * are noise.
   */
  private static final Logger LUCENE_LOG = Logger.getLogger("org.apache.lucene");

  private Main() {}

  /** Runs one command and exits with its code. */
  public static void main(String... args) {
    quietLucene();
    System.exit(NeardupCommand.run(Terminal.ofProcess(), args));
  }

  static void quietLucene() {
    LUCENE_LOG.setLevel(Level.SEVERE);
  }
}
