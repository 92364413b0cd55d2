// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import org.apache.lucene.util.IOFunction;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.NeardupIndex;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A command on an index. */
@Command(footerHeading = "%nExample:%n")
abstract class IndexedCommand extends ResultCommand {
  @Option(
      names = "--index",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the index.")
  private Path index;

  final IndexFolder folder() {
    return new IndexFolder(index);
  }

  /** Prints what the index answers to a question, for people as its text. */
  final <R extends Record> Integer ask(
      IOFunction<NeardupIndex, R> question, Function<R, String> text) throws IOException {
    try (NeardupIndex opened = NeardupIndex.open(folder())) {
      R answer = question.apply(opened);
      print(answer, () -> text.apply(answer));
    }
    return ExitCode.DONE.code();
  }
}
