// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.SetFields;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.output.Output;
import org.neardup.tools.report.ReportRun;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    description = {
      "Saves the pages of 'neardup serve' that matter as one HTML file: how many documents are"
          + " copies, the groups to look at before anything is hidden, what other thresholds would"
          + " hide, and the largest groups with the differences of their texts side by side. It"
          + " reads an index, or clusters that 'neardup cluster --format clusters' found.",
      "",
      "The file needs no network and runs no script. Nothing is changed."
    },
    exitCodeList = {
      ExitCodeLines.DONE,
      "1:the clusters cannot be read, and nothing was written; or some documents of --texts failed:"
          + " each was named, the rest was done",
      ExitCodeLines.USAGE,
      "3:the index is missing, damaged or made with other settings, or the page cannot be written;"
          + " nothing was changed"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  neardup report --index docs.idx --output report.html",
      "  neardup report --clusters clusters.jsonl --texts pages.jsonl.gz --output report.html"
    })
final class ReportCommand extends OutputCommand {
  @Mixin private TopOption top = new TopOption(200);
  @Mixin private ReadingOptions reading;

  @ArgGroup(multiplicity = "1")
  private Subject subject;

  /** One of the two. */
  private static final class Subject {
    @Option(names = "--index", paramLabel = "DIR", description = "Folder of the index.")
    private Path index;

    @ArgGroup(exclusive = false)
    private Clusters clusters;
  }

  /** A file of clusters and what belongs to it. */
  private static final class Clusters {
    @Option(
        names = "--clusters",
        required = true,
        paramLabel = "FILE",
        description = "What 'neardup cluster' wrote.")
    private Path file;

    @Option(
        names = "--texts",
        arity = "1..*",
        paramLabel = "INPUT",
        description =
            "The documents that were clustered, as they were given to 'neardup cluster'. Without"
                + " them the page has no texts, and counts only documents in clusters.")
    private List<String> texts;

    @Option(
        names = "--text-field",
        split = ",",
        paramLabel = "FIELD",
        defaultValue = InputDocument.TEXT,
        description =
            "As given to 'neardup cluster', for a file without settings. Default:"
                + " ${DEFAULT-VALUE}.")
    private List<String> textFields;
  }

  @Option(
      names = "--date",
      paramLabel = "F",
      defaultValue = "date",
      description =
          "A stored field with the date of each document, as 2021-03-04. Default:"
              + " ${DEFAULT-VALUE}.")
  private String dateField;

  @Override
  public Integer call() throws IOException, InterruptedException {
    int most = top.checked();
    Output page = output();
    requireInputsKept();
    ReportRun run = new ReportRun(page, most, dateField, commandLine());
    Clusters clusters = subject.clusters;
    ReportRun.Summary summary =
        clusters == null
            ? run.ofIndex(new IndexFolder(subject.index))
            : run.ofClusters(
                clusters.file,
                clusters.texts == null
                    ? null
                    : sets -> reading.open(clusters.texts, terminal(), sets),
                clusters.textFields);
    printBeside(summary, summary::text);
    return summary.exitCode().code();
  }

  private String commandLine() {
    List<String> words = new ArrayList<>(List.of(usage().spec().root().name()));
    words.addAll(usage().spec().root().commandLine().getParseResult().originalArgs());
    return String.join(" ", words);
  }

  private void requireInputsKept() throws IOException {
    List<String> texts = subject.clusters == null ? null : subject.clusters.texts;
    if (texts == null && reading.given() != null) {
      throw usage().mistake(reading.given() + " has no meaning without --texts");
    } else if (subject.clusters == null) {
      requireOutside(subject.index);
    } else {
      List<String> read = texts == null ? List.of() : texts;
      requireOther(reading.open(read, terminal(), SetFields.NONE), subject.clusters.file);
    }
  }
}
