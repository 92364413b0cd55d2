// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.neardup.tools.cluster.ClusterReport;
import org.neardup.tools.cluster.ClusterRun;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Content;
import org.neardup.tools.cluster.config.OutputFormat;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.config.SketchKind;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.SetFields;
import org.neardup.tools.options.ClusteringOptions;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.options.SetFieldOption;
import org.neardup.tools.options.VerdictsOption;
import org.neardup.tools.output.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    description = {
      "Finds the near-duplicates of a corpus, or which texts are contained in others, without an"
          + " index, as clusters or as pairs.",
      "",
      "Documents with the same words are one text. One of four methods finds candidates among the"
          + " texts, which are then compared. Memory use is about 100 bytes a document; everything"
          + " else is in temporary files: 128 bytes a text for its sketch, 8 bytes an element"
          + " unless --verify sketch, and 8 bytes a sorted entry. The same input gives the same"
          + " output, whatever the number of threads."
    },
    exitCodeList = {
      ExitCodeLines.DONE,
      ExitCodeLines.INPUT_FAILED,
      ExitCodeLines.USAGE,
      "3:the output cannot be written, for example because the disk is full; it is unchanged"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  neardup cluster pages.jsonl.gz >clusters.jsonl",
      "  neardup cluster --candidates exact --format pairs --output truth.tsv pages.jsonl.gz",
      "  neardup cluster --candidates broder --sketch minhash:20 --shingle word:5 \\",
      "    --threshold 0.75 --verify sketch --format pairs crawl.pb.gz",
      "  neardup cluster --content main crawl.warc.gz >contents.jsonl",
      "  neardup cluster --relation containment --threshold 0.85 pages.jsonl.gz >contained.jsonl"
    })
final class ClusterCommand extends OutputCommand {
  @Mixin private InputArguments input;

  @Option(
      names = "--format",
      paramLabel = "clusters|pairs",
      defaultValue = "clusters",
      description =
          "A JSON object a line for each cluster, or a line for each pair, with tabs between: id,"
              + " id, resemblance, how that is known (same_text, verdict, exact if counted in the"
              + " elements, or estimate), and its standard error, 0 unless estimated. Default:"
              + " ${DEFAULT-VALUE}.")
  private OutputFormat format;

  @Option(
      names = "--settings",
      description =
          "Begin clusters with a line of the settings they were made with, which report reads and"
              + " other readers must skip.")
  private boolean settings;

  @Mixin private ClusteringOptions clustering;
  @Mixin private SetFieldOption setField;
  @Mixin private VerdictsOption verdicts;

  @Option(
      names = "--relation",
      paramLabel = "resemblance|containment",
      defaultValue = "resemblance",
      description =
          "What makes a pair: the share of all shingles of two texts that are in both; or the share"
              + " of those of the smaller text, so that copied passages are found in texts of any"
              + " length. Containment is counted in the elements. Default: ${DEFAULT-VALUE}.")
  private Relation relation;

  @Option(
      names = "--candidates",
      paramLabel = "lsh|broder|window|exact",
      description =
          "Which texts are compared: those that share a band of their sketches, chosen so that 99"
              + " of 100 pairs at the threshold do; those that share enough values of their"
              + " sketches, counted by sorting, as Broder et al. did; those near each other when"
              + " sorted by the mean of their words' minimal hashes; or all that can resemble each"
              + " other enough, so that none is missed. Default: lsh; broder for containment, which"
              + " only broder and exact find.")
  private CandidateMethod candidates;

  @Option(
      names = "--content",
      paramLabel = "full|main",
      defaultValue = "full",
      description =
          "Compare whole texts, or the main text of HTML pages, without navigation, legal notes and"
              + " the like. The latter finds pages with the same content in different frames, and"
              + " clusters then also have the resemblance of whole texts. A document without main"
              + " text, such as plain text, is compared as a whole. Default: ${DEFAULT-VALUE}.")
  private Content content;

  @Option(
      names = "--sketch",
      paramLabel = "KIND:SIZE",
      description =
          "Sketch that estimates the resemblance: fast:SLOTS, minhash:SLOTS, bottom:M (the M"
              + " smallest elements), modulo:N (one element in N). The last two have no bands, so"
              + " lsh cannot use them. Candidates exact need none. Containment needs modulo."
              + " Default: fast:128; modulo:4 for containment.")
  private String sketch;

  @Option(
      names = "--window",
      paramLabel = "N",
      defaultValue = "100",
      description =
          "With --candidates window: how many texts before it each text is compared with. Default:"
              + " ${DEFAULT-VALUE}.")
  private int window;

  @Override
  public Integer call() throws IOException, InterruptedException {
    completeByRelation();
    checkCombinations();
    Terminal terminal = terminal();
    ClusterConfig config = config();
    ClusterRun run =
        new ClusterRun(terminal, config, compared(), verdicts.value(), input.threads(), settings);
    Output target = output();
    SetFields sets =
        setField.given()
            ? new SetFields(Set.copyOf(setField.names()), config.shingling().occurrences())
            : SetFields.NONE;
    Inputs inputs = input.open(terminal, sets);
    requireOther(inputs);
    ClusterReport report = run.run(inputs, target);
    printBeside(report, () -> report.text(format));
    return report.exitCode().code();
  }

  /** What is not given depends on the relation. */
  private void completeByRelation() {
    boolean contains = relation == Relation.CONTAINMENT;
    if (candidates == null) {
      candidates = contains ? CandidateMethod.BRODER : CandidateMethod.LSH;
    }
    if (sketch == null) {
      sketch = contains ? "modulo:4" : "fast:128";
    }
  }

  private List<String> compared() {
    return setField.given() ? setField.names() : clustering.textFields();
  }

  /** Options that would have no effect are refused rather than ignored. */
  private void checkCombinations() {
    String byCandidates = "--candidates " + candidates.name().toLowerCase(Locale.ROOT);
    boolean hasBuckets = candidates == CandidateMethod.LSH || candidates == CandidateMethod.BRODER;
    requireUse("--sketch", candidates != CandidateMethod.EXACT, byCandidates);
    requireUse("--window", candidates == CandidateMethod.WINDOW, byCandidates);
    requireUse("--max-bucket", hasBuckets, byCandidates);
    requireUse("--verify", relation == Relation.RESEMBLANCE, "--relation containment");
    requireUse("--verdicts", relation == Relation.RESEMBLANCE, "--relation containment");
    requireUse("--grouping", format == OutputFormat.CLUSTERS, "--format pairs");
    requireUse("--text-field", content == Content.FULL, "--content main");
    requireUse("--text-field", !setField.given(), "--set-field");
    requireUse("--content", !setField.given(), "--set-field");
    requireUse("--settings", format == OutputFormat.CLUSTERS, "--format pairs");
  }

  private void requireUse(String option, boolean isUsed, String beside) {
    if (!isUsed && usage().spec().commandLine().getParseResult().hasMatchedOption(option)) {
      throw usage().mistake(option + " has no meaning with " + beside);
    }
  }

  private ClusterConfig config() {
    return usage()
        .checked(
            () ->
                clustering.config(
                    relation,
                    candidates,
                    SketchKind.parse(sketch),
                    content,
                    format,
                    window,
                    setField.given()));
  }
}
