// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.neardup.analysis.Shingling;
import org.neardup.index.CollapseConfig;
import org.neardup.index.IndexSettingsException;
import org.neardup.index.Preference;
import org.neardup.index.Retention;
import org.neardup.index.Variants;
import org.neardup.index.Verification;
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
  private static final int MAX_DAYS = 36_500;

  @ParentCommand private Main main;
  @Spec private CommandSpec spec;
  @Mixin private IndexOption index;

  @Option(
      names = "--variants",
      paramLabel = "hide|drop|report",
      defaultValue = "hide",
      description =
          "What becomes of a near-duplicate: it is indexed and hidden, it is not indexed, or it is"
              + " indexed, visible and counted. Default: ${DEFAULT-VALUE}.")
  private Variants variants;

  @Option(
      names = "--keep",
      paramLabel = "CRITERIA",
      defaultValue = "first",
      description =
          "Which document of a group stays visible: the first or the last to arrive, the longest, or"
              + " the one with the largest or smallest value of a field, as numbers or else as text:"
              + " first, last, longest, max:FIELD, min:FIELD. Several are separated by commas; the"
              + " next one decides where one does not. Default: ${DEFAULT-VALUE}.")
  private String keep;

  @Option(
      names = "--scope",
      paramLabel = "FIELD",
      description =
          "Field, such as a language or a site, across whose values nothing collapses. Default:"
              + " none.")
  private String scope;

  @Option(
      names = "--verify",
      paramLabel = "auto|sketch|exact",
      defaultValue = "auto",
      description =
          "What decides: sketches, and texts where these are not sure; sketches alone; or texts."
              + " Default: ${DEFAULT-VALUE}.")
  private Verification verification;

  @Option(
      names = "--threshold",
      paramLabel = "T",
      defaultValue = "0.8",
      description =
          "Least resemblance of near-duplicates, above 0 and at most 1. Default: ${DEFAULT-VALUE}.")
  private double threshold;

  @Option(
      names = "--shingle",
      paramLabel = "word:K|char:K",
      defaultValue = "word:5",
      description =
          "What is compared: runs of K words, or of K characters. Default: ${DEFAULT-VALUE}.")
  private String shingle;

  @Option(
      names = "--retain",
      paramLabel = "DAYS",
      description =
          "Delete hidden documents that were indexed more than so many days ago, at the end."
              + " Default: none are deleted.")
  private Integer retain;

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
        "FILE.txt, FILE.html, FILE.htm: one document; the id is the file's name;",
        "-: JSON Lines on standard input."
      })
  private List<String> inputs;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Usage usage = new Usage(spec);
    usage.checkRange("--threads", threads, 1, 1024);
    if (retain != null) {
      usage.checkRange("--retain", retain, 0, MAX_DAYS);
    }
    usage.checkRange("--max-document-mb", maxDocumentMegabytes, 1, 1000);
    Terminal terminal = main.terminal();
    IndexReport report = run(new Indexer(terminal, config(), threads), terminal);
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

  private CollapseConfig config() {
    try {
      CollapseConfig config =
          Fields.collapse()
              .withThreshold(threshold)
              .withShingling(Shingling.parse(shingle))
              .withPreference(Preference.parse(keep))
              .withVerification(verification)
              .withVariants(variants);
      if (retain != null) {
        config = config.withRetention(new Retention(Fields.INDEXED, Duration.ofDays(retain)));
      }
      return scope == null ? config : config.withScopeField(scope);
    } catch (IllegalArgumentException e) {
      throw new Usage(spec).mistake(e);
    }
  }
}
