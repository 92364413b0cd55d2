// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.util.function.Function;
import org.apache.lucene.util.IOFunction;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.search.SubjectSearch;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that looks in an index for what one of its documents, or a file, has in common. */
@Command(
    exitCodeList = {
      ExitCodeLines.DONE,
      "1:there is no document with the id, or the file cannot be read",
      ExitCodeLines.USAGE,
      ExitCodeLines.INDEX
    },
    footerHeading = "%nExamples:%n")
abstract class SubjectCommand extends IndexedCommand {
  @Mixin private TopOption top = new TopOption(10);

  @ArgGroup(multiplicity = "1")
  private Subject subject;

  /** One of the two. */
  private static final class Subject {
    @Option(names = "--id", paramLabel = "ID", description = "A document of the index.")
    private String id;

    @Option(
        names = "--file",
        paramLabel = "F",
        description = "A text file in UTF-8, or an .html or .htm file.")
    private String file;
  }

  final int top() {
    return top.checked();
  }

  final boolean isDocument() {
    return subject.id != null;
  }

  /**
   * Looks for the document or the file, and prints what is found.
   *
   * @param minimum what {@code --min} says
   * @param text what is found, for people
   */
  final <R extends Record> Integer find(
      double minimum, IOFunction<NeardupIndex, SubjectSearch<R>> searches, Function<R, String> text)
      throws IOException {
    usage().checkShare("--min", minimum);
    return ask(
        index -> {
          SubjectSearch<R> search = searches.apply(index);
          return isDocument() ? search.byDocument(subject.id) : search.byFile(subject.file);
        },
        text);
  }
}
