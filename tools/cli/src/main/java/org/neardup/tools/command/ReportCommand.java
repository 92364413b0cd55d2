// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.SetFields;
import org.neardup.tools.options.AnalyzerOption;
import org.neardup.tools.options.AnalyzerOption.Normalization;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.output.OutputFile;
import org.neardup.tools.report.ClusterFile;
import org.neardup.tools.report.ClusterFile.ClusteredBy;
import org.neardup.tools.report.ReportRun;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    description = {
      "Writes one HTML page on the near-duplicates of an index, or on clusters that 'neardup"
          + " cluster --format clusters' found. First the groups to look at before anything is"
          + " hidden: those whose texts differ in nothing but numbers, dates, names or negations,"
          + " or in few words of a long text. Then documents and bytes saved, what other thresholds"
          + " would hide, resemblances, sizes of groups, a timeline, kinds, hosts, and the largest"
          + " groups with the differences of their texts side by side.",
      "",
      "The page needs no network and runs no script. The index is only read; all its stored fields"
          + " are."
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
      "  neardup report --index docs.idx --out report.html",
      "  neardup report --clusters clusters.jsonl --texts pages.jsonl.gz --out report.html"
    })
final class ReportCommand extends ResultCommand {
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
        description = "As given to 'neardup cluster', for a file without settings. Default: text.")
    private List<String> textFields;

    @Option(
        names = "--threshold",
        paramLabel = "T",
        description =
            "As given to 'neardup cluster', for a file without settings; 'cluster --settings'"
                + " writes them into its first line. Default: 0.8, which the page calls assumed.")
    private Double threshold;

    @Option(
        names = "--shingle",
        paramLabel = "word:K|char:K|bag",
        description = "The same. Default: word:5.")
    private String shingle;
  }

  @Mixin private AnalyzerOption analyzer;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description =
          "Page to write. It is written to a temporary file and moved into place when it is"
              + " complete; an existing file is not replaced without --force.")
  private Path out;

  @Option(
      names = "--date",
      paramLabel = "F",
      defaultValue = "date",
      description =
          "A stored field with the date of each document, as 2021-03-04, for the timeline and"
              + " beside each document. Default: ${DEFAULT-VALUE}.")
  private String dateField;

  @Option(names = "--force", description = "Replace the page if there is one.")
  private boolean force;

  @Override
  public Integer call() throws IOException, InterruptedException {
    int most = top.checked();
    if (subject.index != null && analyzer.isGiven()) {
      throw usage().mistake("--analyzer and --normalize have no meaning with --index");
    }
    Inputs texts = texts();
    OutputFile page = OutputFile.at(out, force);
    requireInputsKept(texts);
    ReportRun run = new ReportRun(page, most, dateField, commandLine());
    ReportRun.Summary summary =
        subject.index != null
            ? run.ofIndex(new IndexFolder(subject.index))
            : ofClusters(run, texts);
    printCounts(summary, summary::text);
    return summary.exitCode().code();
  }

  private ReportRun.Summary ofClusters(ReportRun run, Inputs texts)
      throws IOException, InterruptedException {
    ClusterFile file = ClusterFile.of(subject.clusters.file);
    List<String> fields = subject.clusters.textFields;
    return run.ofClusters(
        file,
        usage().checked(() -> clusteredBy(file)),
        texts,
        fields == null ? file.textFields() : fields);
  }

  private String commandLine() {
    List<String> words = new ArrayList<>(List.of(usage().spec().root().name()));
    words.addAll(usage().spec().root().commandLine().getParseResult().originalArgs());
    return String.join(" ", words);
  }

  /** The corpus, if it was given; without it, input options are refused. */
  private Inputs texts() throws IOException {
    if (subject.clusters != null && subject.clusters.texts != null) {
      SetFields sets = ClusterFile.of(subject.clusters.file).sets();
      return reading.open(subject.clusters.texts, terminal(), sets);
    } else if (reading.given() != null) {
      throw usage().mistake(reading.given() + " has no meaning without --texts");
    }
    return null;
  }

  private void requireInputsKept(Inputs texts) throws IOException {
    if (subject.index != null) {
      OutputFile.requireOutside(out, subject.index);
    } else {
      Inputs read = texts == null ? reading.open(List.of(), terminal(), SetFields.NONE) : texts;
      OutputFile.requireOther(out, read, subject.clusters.file);
    }
  }

  private ClusteredBy clusteredBy(ClusterFile file) {
    Clusters given = subject.clusters;
    Optional<ClusterConfig> told = file.config();
    ClusterConfig config = told.orElse(ClusterConfig.defaults());
    ClusterConfig asGiven =
        config
            .withComparison(
                given.shingle == null ? config.shingling() : ClusterConfig.shingling(given.shingle),
                given.threshold == null ? config.threshold() : given.threshold)
            .withAnalyzer(
                analyzer.isGiven() ? analyzer.checked(Normalization.NFKC) : config.analyzer());
    if (told.isPresent() && !asGiven.equals(config)) {
      throw new IllegalArgumentException(
          given.file
              + " was made with "
              + comparison(config)
              + ", not "
              + comparison(asGiven)
              + "; leave out --threshold, --shingle, --analyzer and --normalize");
    }
    return new ClusteredBy(
        asGiven,
        told.isEmpty() && given.shingle == null,
        told.isEmpty() && given.threshold == null);
  }

  private static String comparison(ClusterConfig config) {
    return "threshold "
        + config.threshold()
        + ", shingle "
        + config.shingling()
        + " and analyzer "
        + config.analyzer();
  }
}
