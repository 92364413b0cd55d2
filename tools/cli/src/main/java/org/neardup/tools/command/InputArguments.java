// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.InputStream;
import java.util.List;
import org.neardup.tools.input.Inputs;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Arguments of every command that reads documents. */
final class InputArguments {
  @Mixin private ThreadsOption threads;

  @Mixin private InputOptions options;

  @Parameters(
      paramLabel = "INPUT",
      arity = "1..*",
      description = {
        "Any of:",
        "FILE.jsonl, FILE.jsonl.gz: a JSON object a line, with id, text or html, title, and any"
            + " other field;",
        "FILE.pb.gz: messages of protocol buffers, each after its length in 4 bytes, little-endian;"
            + " field 1 is the address, and the id, 2 the HTML, 3 the text, which is preferred to"
            + " that of the HTML;",
        "FOLDER: its .txt, .html and .htm files, at any depth; the id is the path below the"
            + " folder;",
        "FILE.jar, FILE.zip: the HTML pages in it; the id is the archive's name without -javadoc"
            + " and ending, then / and the page's path;",
        "FILE.warc, FILE.warc.gz: the responses with HTML or plain text in a web archive; the id is"
            + " the address; url, date and status are fields;",
        "FILE.txt, FILE.html, FILE.htm: one document; the id is the file's name;",
        "-: JSON Lines on standard input."
      })
  private List<String> inputs;

  /** The documents; checks the options first. */
  Inputs open(InputStream stdin) {
    return new Inputs(inputs, stdin, options.rules());
  }

  int threads() {
    return threads.checked();
  }
}
