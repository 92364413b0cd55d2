// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.neardup.analysis.Shingling;
import org.neardup.index.CollapseConfig;
import org.neardup.index.IndexSettingsException;
import org.neardup.index.Preference;
import org.neardup.index.Variants;
import org.neardup.index.Verification;
import org.neardup.tools.input.Inputs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
          + " replaces it. A document without text never collapses. Fields that are"
          + " neither text nor title are stored, and each value is indexed as one term.",
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

  @ParentCommand private Main main;
  @Spec private CommandSpec spec;
  @Mixin private IndexOption index;
  @Mixin private InputArguments input;

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
      names = "--force",
      description = "Begin a new index in place of the one that is there, whatever its settings.")
  private boolean force;

  @Option(
      names = "--dry-run",
      description =
          "Decide and count as if indexing, beside the documents that are there, but leave the"
              + " folder as it is. Needs as much room for temporary files.")
  private boolean dryRun;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Terminal terminal = main.terminal();
    IndexReport report = run(new Indexer(terminal, config(), input.threads()), terminal);
    terminal.print(index.json() ? Json.of(report) : report.text());
    return report.exitCode().code();
  }

  private IndexReport run(Indexer indexer, Terminal terminal)
      throws IOException, InterruptedException {
    Inputs all = input.open(terminal.in());
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
      return scope == null ? config : config.withScopeField(scope);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
