// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.neardup.index.IndexSettingsException;
import org.neardup.tools.input.Inputs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code neardup index}. */
@Command(
    name = "index",
    description = {
      "Adds documents to an index and collapses near-duplicates as they arrive.",
      "",
      "A document whose text resembles that of an earlier one (share of equal shingles at least the"
          + " threshold) is hidden behind it, or dropped. A document with the id of an earlier one"
          + " replaces it. A document without text never collapses.",
      "",
      "The index is made if there is none; one that was made with the same settings is added to."
          + " The same input in the same order gives the same result, whatever the number of"
          + " threads. There is one commit, at the end: an interrupted run leaves the index as it"
          + " was."
    },
    parameterListHeading = "%nInput:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  neardup index --index pages.idx pages.jsonl.gz",
      "  neardup index --index docs.idx --threshold 0.9 --variants drop site/ lib-1.0-javadoc.jar",
      "  zcat crawl.jsonl.gz | neardup index --index crawl.idx -"
    })
final class IndexCommand implements Callable<Integer> {
  private static final int MEGABYTE = 1_000_000;

  @ParentCommand private Main main;
  @Spec private CommandSpec spec;
  @Mixin private IndexOption index;
  @Mixin private CollapseOptions collapse;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that parse and sketch. Default: one for each processor.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--max-document-mb",
      paramLabel = "MB",
      defaultValue = "50",
      description =
          "A line or file of this many megabytes (10^6 bytes) or more is refused, not read."
              + " Default: ${DEFAULT-VALUE}.")
  private int maxDocumentMegabytes;

  @Option(
      names = "--force",
      description = "Begin a new index in place of the one that is there, whatever its settings.")
  private boolean force;

  @Option(
      names = "--dry-run",
      description =
          "Decide and count as if indexing, beside the documents that are there, but leave the"
              + " folder as it is. Needs as much room for temporary files.")
  private boolean dryRun;

  @Parameters(
      paramLabel = "INPUT",
      arity = "1..*",
      description = {
        "Any of:",
        "FILE.jsonl, FILE.jsonl.gz: a JSON object a line, with id, text or html, title, and any"
            + " other field, which is stored and indexed as one term;",
        "FOLDER: its .txt, .html and .htm files, at any depth; the id is the path below the folder;",
        "FILE.jar, FILE.zip: the HTML pages in it; the id is the archive's name without -javadoc"
            + " and ending, then / and the page's path;",
        "FILE.warc, FILE.warc.gz: the responses with HTML or plain text in a web archive; the id is"
            + " the address; url, date and status are fields;",
        "FILE.txt, FILE.html, FILE.htm: one document; the id is the file's name;",
        "-: JSON Lines on standard input."
      })
  private List<String> inputs;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Usage usage = new Usage(spec);
    usage.checkRange("--threads", threads, 1, 1024);
    usage.checkRange("--max-document-mb", maxDocumentMegabytes, 1, 1000);
    Terminal terminal = main.terminal();
    IndexReport report =
        run(new Indexer(terminal, collapse.config(Fields.collapse()), threads), terminal);
    index.print(terminal, report, report::text);
    return report.exitCode().code();
  }

  private IndexReport run(Indexer indexer, Terminal terminal)
      throws IOException, InterruptedException {
    Inputs all = new Inputs(inputs, terminal.in(), maxDocumentMegabytes * MEGABYTE);
    try {
      return indexer.run(index.folder(), all, force, dryRun);
    } catch (IndexSettingsException e) {
      throw new ToolException(ExitCode.INDEX, e.getMessage() + "; --force begins it anew");
    }
  }
}
