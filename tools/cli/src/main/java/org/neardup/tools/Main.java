// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.neardup.tools.command.NeardupCommand;
import org.neardup.tools.console.Paint;
import org.neardup.tools.console.PipeOutput;
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
    Terminal terminal =
        new Terminal(
            System.in,
            utf8(FileDescriptor.out),
            utf8(FileDescriptor.err),
            Boolean.getBoolean("neardup.progress"),
            new Paint(Boolean.getBoolean("neardup.colour")));
    System.exit(NeardupCommand.run(terminal, args));
  }

  static void quietLucene() {
    LUCENE_LOG.setLevel(Level.SEVERE);
  }

  private static PrintWriter utf8(FileDescriptor descriptor) {
    return new PrintWriter(
        new OutputStreamWriter(new PipeOutput(new FileOutputStream(descriptor)), UTF_8), false);
  }
}
