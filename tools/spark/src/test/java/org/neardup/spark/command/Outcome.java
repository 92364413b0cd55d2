// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.neardup.spark.input.LocalSpark;
import org.neardup.tools.command.NeardupCommand;
import org.neardup.tools.console.Paint;
import org.neardup.tools.console.Terminal;

/** What a command did, run in this process. */
record Outcome(int exitCode, String out, String err) {
  private interface Program {
    int run(Terminal terminal, String... args);
  }

  /** {@code neardup-spark}, in the session of all tests. */
  static Outcome neardupSpark(String... args) {
    LocalSpark.session();
    return of(SparkProgram::run, args);
  }

  /** {@code neardup}. */
  static Outcome neardup(String... args) {
    return of(NeardupCommand::run, args);
  }

  private static Outcome of(Program program, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(),
            new PrintWriter(out),
            new PrintWriter(err),
            false,
            new Paint(false));
    return new Outcome(program.run(terminal, args), out.toString(), err.toString());
  }
}
