// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.commons.io.file.PathUtils;
import org.apache.lucene.util.IOSupplier;
import org.neardup.index.CollapseConfig;
import org.neardup.tools.analysis.NamedFields;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.experiment.Experiment;
import org.neardup.tools.experiment.ExperimentReport;
import org.neardup.tools.experiment.TestCollection;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.IndexReport;
import org.neardup.tools.index.Indexer;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.Problems;
import org.neardup.tools.input.SetFields;
import org.neardup.tools.options.AnalyzerOption;
import org.neardup.tools.options.AnalyzerOption.Normalization;
import org.neardup.tools.options.SetFieldOption;
import org.neardup.tools.options.TextFieldOption;
import org.neardup.tools.output.OutputFile;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    description = {
      "Measures what collapsing does to the quality of search results.",
      "",
      "Indexes a corpus, searches its texts for the words of each topic with BM25, and writes three"
          + " runs in TREC's format: of all documents, of the visible ones (hide), and of the best"
          + " document of each group (best).",
      "",
      "Each is measured as trec_eval does, and under the novelty principle: a near-copy of a"
          + " relevant document that was shown above counts as not relevant. The judgements by"
          + " which trec_eval finds each figure are written as .qrels."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  neardup experiment --docs docs.jsonl.gz --topics queries.tsv --qrels qrels.txt \\",
      "    --level 1,2 --out results",
      "  neardup experiment --docs docs.jsonl.gz --run bm25.run --qrels qrels.txt --out results",
      "  neardup experiment --docs javadoc.jsonl.gz --titles ' \\(Lucene .*' --depth 100 --out"
          + " results"
    })
final class ExperimentCommand extends ResultCommand {
  @Option(
      names = "--docs",
      required = true,
      paramLabel = "INPUT",
      description = "The corpus: any input of 'neardup index'. May be given several times.")
  private List<String> docs;

  @ArgGroup(multiplicity = "1")
  private Questions questions;

  /** One of the two. */
  private static final class Questions {
    @ArgGroup(exclusive = false)
    private JudgedFiles files;

    @Option(
        names = "--titles",
        required = true,
        paramLabel = "REGEX",
        description =
            "Use the titles in the corpus as topics: the documents that have a title are relevant"
                + " to it. What REGEX matches, such as the version of a manual, is removed from"
                + " titles first; '' removes nothing.")
    private String titles;

    /** What people judged. */
    private static final class JudgedFiles {
      @ArgGroup(multiplicity = "1")
      private Found found;

      @Option(
          names = "--qrels",
          required = true,
          paramLabel = "FILE",
          description = "Judgements: lines of topic, 0, document, grade.")
      private Path qrels;
    }

    /** What is to be found, or was found; one of the two. */
    private static final class Found {
      @Option(
          names = "--topics",
          required = true,
          paramLabel = "FILE",
          description = "Topics: lines of id, tab, text; or in TREC's form, <top>.")
      private Path topics;

      @Option(
          names = "--run",
          required = true,
          paramLabel = "FILE",
          description =
              "Search nothing: measure what another program found, lines of topic, Q0, document,"
                  + " rank, score, name, as it is and with the first document of each group alone.")
      private Path run;
    }
  }

  private boolean ofRun() {
    return questions.files != null && questions.files.found.run != null;
  }

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder for runs, measures and index. It must be new or empty, unless --force.")
  private Path out;

  @Option(
      names = "--level",
      split = ",",
      paramLabel = "GRADE",
      defaultValue = "1",
      description =
          "Least grade of a relevant document; with several, everything is measured for each."
              + " Default: ${DEFAULT-VALUE}.")
  private List<Integer> levels;

  @Option(
      names = "-k",
      paramLabel = "N",
      defaultValue = "10",
      description = "Rank down to which P, nDCG and others measure. Default: ${DEFAULT-VALUE}.")
  private int cutoff;

  @Option(
      names = "--depth",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Hits of each topic. Default: ${DEFAULT-VALUE}.")
  private int depth;

  @Mixin private ResemblanceOptions resemblance;
  @Mixin private TextFieldOption textField;
  @Mixin private SetFieldOption setField;
  @Mixin private AnalyzerOption analyzer;
  @Mixin private ReadingOptions reading;

  @Option(names = "--force", description = "Use the folder even if it is not empty.")
  private boolean force;

  @Option(
      names = "--judge-copies",
      description =
          "Measure a second time with judgements passed on: a document that was not judged for a"
              + " topic takes the best grade of its judged near-copies.")
  private boolean judgeCopies;

  @Option(
      names = "--origins",
      paramLabel = "FIELD",
      description =
          "Also measure, of the documents shown, which share are near-copies of one above from the"
              + " same origin, a value of this field (of url, the host), and how many origins they"
              + " have.")
  private String origins;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Experiment experiment =
        usage().checked(() -> new Experiment(cutoff, depth, levels, judgeCopies, origins));
    CollapseConfig config = usage().checked(() -> resemblance.config(collapse()));
    Pattern removed = questions.titles == null ? null : removed();
    String analyzerName = analyzer.checked(Normalization.NFKC);
    requireRoom();
    requireInputsKept(experiment);
    TestCollection judged = removed == null ? judged(questions.files) : null;
    IndexFolder folder = new IndexFolder(Files.createDirectories(out).resolve("index"));
    IndexReport indexed = index(config, analyzerName, folder);
    try (NeardupIndex index = NeardupIndex.open(folder)) {
      if (origins != null) {
        NamedFields.of(index.all()).require("--origins", origins);
      }
      ExperimentReport report = measurable(() -> run(experiment, index, judged, removed));
      print(report, report::text);
    }
    return indexed.exitCode().code();
  }

  private CollapseConfig collapse() {
    return setField.given()
        ? Fields.collapseSets(setField.names())
        : Fields.collapse(textField.names());
  }

  private ExperimentReport run(
      Experiment experiment, NeardupIndex index, TestCollection judged, Pattern removed)
      throws IOException {
    try (Problems problems = new Problems(terminal()::message, null)) {
      return experiment.run(index, judged, removed, out, problems::note);
    }
  }

  /** What titles are freed of. */
  private Pattern removed() {
    try {
      return Pattern.compile(questions.titles.isEmpty() ? "$" : questions.titles);
    } catch (PatternSyntaxException e) {
      throw usage()
          .mistake("--titles must be a regular expression of Java, got " + questions.titles);
    }
  }

  /** Read before anything is indexed, so that a bad line is reported at once. */
  private TestCollection judged(Questions.JudgedFiles files) throws IOException {
    AtomicInteger bad = new AtomicInteger();
    TestCollection judged;
    try (Problems problems = new Problems(terminal()::message, null)) {
      Consumer<String> noted =
          problem -> {
            bad.addAndGet(Problems.isNote(problem) ? 0 : 1);
            problems.note(problem);
          };
      judged =
          measurable(
              () ->
                  ofRun()
                      ? TestCollection.judging(files.found.run, depth, files.qrels, noted)
                      : TestCollection.read(files.found.topics, files.qrels, noted));
    }
    if (bad.get() > 0) {
      throw new ToolException(
          ExitCode.INPUT_FAILED,
          Counted.of(bad.get(), "bad line")
              + " in "
              + (ofRun() ? "run" : "topics")
              + " and judgements; nothing was done");
    }
    return judged;
  }

  /** Reads or measures. */
  private static <T> T measurable(IOSupplier<T> work) throws IOException {
    try {
      return work.get();
    } catch (IllegalArgumentException e) {
      throw new ToolException(ExitCode.INPUT_FAILED, e.getMessage());
    }
  }

  private void requireRoom() throws IOException {
    if (!force && Files.exists(out) && !PathUtils.isEmptyDirectory(out)) {
      throw new ToolException(
          ExitCode.USAGE, out + " is not empty; --force replaces the files of an experiment");
    }
  }

  private void requireInputsKept(Experiment experiment) throws IOException {
    Path[] files =
        questions.files == null
            ? new Path[0]
            : new Path[] {
              ofRun() ? questions.files.found.run : questions.files.found.topics,
              questions.files.qrels
            };
    for (String name : experiment.fileNames(questions.titles != null, ofRun())) {
      OutputFile.requireOther(
          out.resolve(name), reading.open(docs, terminal(), SetFields.NONE), files);
    }
  }

  private IndexReport index(CollapseConfig config, String analyzerName, IndexFolder folder)
      throws IOException, InterruptedException {
    int threads = Runtime.getRuntime().availableProcessors();
    return new Indexer(terminal(), config, analyzerName, threads)
        .keepingOrder()
        .run(folder, documents(config), true, false);
  }

  private Inputs documents(CollapseConfig config) {
    return reading.open(docs, terminal(), Fields.sets(config)).withWordsAsIds();
  }
}
