// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.nio.file.Path;
import java.util.List;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.SetFields;
import org.neardup.tools.options.ExitCodeLines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Arguments of every command that reads documents. */
@Command(
    parameterListHeading = "%nInput:%n",
    exitCodeList = {
      ExitCodeLines.DONE,
      ExitCodeLines.INPUT_FAILED,
      ExitCodeLines.USAGE,
      ExitCodeLines.INDEX
    })
final class InputArguments {
  @Mixin private ThreadsOption threads;

  @Mixin private ReadingOptions options;

  @Parameters(
      paramLabel = "INPUT",
      arity = "1..*",
      description = {
        "Any of:",
        "FILE.jsonl, FILE.json, also with .gz, .zst, .bz2, .xz: JSON objects, one a line, or in an"
            + " array, or over several lines each, with id, text or html, title, and any other"
            + " field;",
        "FILE.csv, FILE.tsv, compressed or not: rows of these fields, which the first line names; in"
            + " .tsv, quotation marks are characters as any other;",
        "FILE.pb.gz: messages of protocol buffers, each after its length in 4 bytes, little-endian;"
            + " field 1 is the address, and the id, 2 the HTML, 3 the text, which is preferred to"
            + " that of the HTML;",
        "FOLDER: its files of all these kinds, at any depth, in the order of their names; the id of"
            + " a text or HTML file is the path below the folder; other files are counted and"
            + " named;",
        "FILE.jar, FILE.zip, FILE.tar, FILE.tar.gz: the HTML pages in it; the id is the archive's"
            + " name without -javadoc and ending, then / and the page's path;",
        "FILE.warc, FILE.wet, FILE.arc, also with .gz, FILE.wacz: the HTML and plain text in a web"
            + " archive; the id is the address; url, date and status are fields;",
        "FILE.txt, FILE.md, FILE.html and the like: one document; the id is the file's name;",
        "-: JSON on standard input."
      })
  private List<String> inputs;

  /** The documents, with these sets; checks the options first. */
  Inputs open(Terminal terminal, SetFields sets) {
    return options.open(inputs, terminal, sets);
  }

  /** What people call them: the name of the first file or folder. */
  String name() {
    Path name = Path.of(inputs.getFirst()).toAbsolutePath().normalize().getFileName();
    return name == null ? "index" : name.toString();
  }

  int threads() {
    return threads.checked();
  }
}
