// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.time.Duration;
import org.neardup.index.CollapseConfig;
import org.neardup.index.Retention;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.IndexReport;
import org.neardup.tools.index.Indexer;
import org.neardup.tools.options.AnalyzerOption;
import org.neardup.tools.options.AnalyzerOption.Normalization;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.options.SetFieldOption;
import org.neardup.tools.options.TextFieldOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    description = {
      "Adds documents to an index and collapses near-duplicates as they arrive.",
      "",
      "A document whose text resembles that of an earlier one (share of equal shingles at least the"
          + " threshold) is hidden behind it, or dropped. A document with the id of an earlier one"
          + " replaces it. A document without text never collapses. Fields that are neither text,"
          + " title nor given as --text-field are stored, and each value is indexed as one term.",
      "",
      "If there is no index, one is created; documents are added to an existing one if it has the"
          + " same settings. The same input in the same order gives the same result, whatever the"
          + " number of threads. Interrupted, even by a kill or a power failure, it is resumed by"
          + " the same command."
    },
    exitCodeList = {
      ExitCodeLines.DONE,
      ExitCodeLines.INPUT_FAILED,
      ExitCodeLines.USAGE,
      ExitCodeLines.INDEX,
      ExitCodeLines.INTERRUPTED
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  neardup index --index pages.idx pages.jsonl.gz",
      "  neardup index --index docs.idx --threshold 0.9 --variants drop site/ lib-1.0-javadoc.jar",
      "  zcat crawl.jsonl.gz | neardup index --index crawl.idx -"
    })
final class IndexCommand extends IndexedCommand {
  private static final int MAX_DAYS = 36_500;

  @Mixin private CollapseOptions collapse;
  @Mixin private TextFieldOption textField;
  @Mixin private SetFieldOption setField;
  @Mixin private AnalyzerOption analyzer;
  @Mixin private InputArguments input;

  @Option(
      names = "--retain",
      paramLabel = "DAYS",
      description =
          "At the end, delete hidden documents that were indexed more than this many days ago."
              + " Default: none are deleted.")
  private Integer retain;

  @Option(
      names = "--force",
      description =
          "Replace an existing index, whatever its settings and version. The old one stays until"
              + " the commit at the end, so nothing can be resumed, and if no document is accepted.")
  private boolean force;

  @Option(
      names = "--dry-run",
      description =
          "Decide and count as if indexing, but leave the folder unchanged. Needs as much disk"
              + " space for temporary files.")
  private boolean dryRun;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Terminal terminal = terminal();
    String given =
        force
            ? analyzer.checkedByField(Normalization.NFKC)
            : analyzer.checkedByField(folder().analyzer());
    CollapseConfig config = config();
    String name = usage().checked(() -> Fields.requireWords(config, given));
    Indexer indexer = new Indexer(terminal, config, name, input.threads());
    if (!dryRun) {
      interruption().defer();
      indexer.resumable(interruption());
    }
    IndexReport report =
        indexer.run(folder(), input.open(terminal, Fields.sets(config)), force, dryRun);
    printCounts(report, report::text);
    return report.exitCode().code();
  }

  private CollapseConfig config() {
    CollapseConfig config =
        collapse.config(
            usage().checked(() -> setField.given() ? sets() : Fields.collapse(textField.names())));
    if (retain == null) {
      return config;
    }
    usage().checkRange("--retain", retain, 0, MAX_DAYS);
    return config.withRetention(new Retention(Fields.INDEXED, Duration.ofDays(retain)));
  }

  private CollapseConfig sets() {
    if (usage().spec().commandLine().getParseResult().hasMatchedOption("--text-field")) {
      throw new IllegalArgumentException("--text-field has no meaning with --set-field");
    }
    return Fields.collapseSets(setField.names());
  }
}
