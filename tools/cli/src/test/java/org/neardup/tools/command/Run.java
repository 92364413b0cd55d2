// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.neardup.tools.console.Paint;
import org.neardup.tools.console.Terminal;

/** One run of the command line in this process. */
public record Run(int exitCode, String out, String err) {

  public static Run neardup(String... args) {
    return withInput(new byte[0], args);
  }

  static Run withInput(byte[] stdin, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(stdin),
            new PrintWriter(out),
            new PrintWriter(err),
            false,
            new Paint(false));
    int exitCode = NeardupCommand.run(terminal, args);
    return new Run(exitCode, out.toString(), err.toString());
  }

  public static Run withInput(String stdin, String... args) {
    return withInput(stdin.getBytes(UTF_8), args);
  }

  public JsonNode json() throws IOException {
    return new JsonMapper().readTree(out);
  }
}
