// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.neardup.tools.command.NeardupCommand;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.index.Interruption;

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
    LUCENE_LOG.setLevel(Level.SEVERE);
    Interruption interruption = Interruption.ofProcess();
    int exitCode;
    try {
      exitCode = NeardupCommand.run(Terminal.ofProcess(), interruption, args);
    } finally {
      interruption.commandEnded(); // or the process would wait for it
    }
    System.exit(exitCode);
  }
}
