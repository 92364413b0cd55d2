// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Content;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.SetFields;
import org.neardup.tools.output.Output;
import org.neardup.tools.output.TemporaryFolder;

/** Makes a report and moves its page into place when it is whole. For one run. */
public final class ReportRun {
  private static final String FINISHED = "report.html";

  private final Terminal terminal;
  private final Output page;
  private final ReportRequest request;
  private long failed;

  /**
   * A run.
   *
   * @param request what to show
   */
  public ReportRun(Terminal terminal, Output page, ReportRequest request) {
    this.terminal = terminal;
    this.page = page;
    this.request = request;
  }

  public ReportSummary ofIndex(IndexFolder folder) throws IOException {
    try (NeardupIndex index = NeardupIndex.open(folder)) {
      String name = folder.path().toString();
      return write(
          Report.ofIndex(
              name, index.all(), Sketching.of(index).sketcher(), index.settings(), request));
    }
  }

  /**
   * Reports on a file of clusters.
   *
   * @param by what was clustered by
   * @param texts what was clustered; null if that is not there
   */
  public ReportSummary ofClusters(Path file, ClusteredBy by, Inputs texts)
      throws IOException, InterruptedException {
    boolean mainTexts = by.config().content() == Content.MAIN;
    SetFields sets = setsOf(file);
    Report.Corpus corpus = texts == null ? null : action -> read(texts, mainTexts, sets, action);
    try {
      return write(
          Report.ofClusters(file, by, Analyzers.named(Analyzers.DEFAULT), corpus, request));
    } catch (BadInputException e) {
      throw new ToolException(ExitCode.INPUT_FAILED, e.getMessage());
    }
  }

  /** What a file of clusters says that was compared, if it does. */
  public static Optional<ClusterConfig> configOf(Path file) {
    try {
      return Report.configOf(file);
    } catch (BadInputException e) {
      throw new ToolException(ExitCode.INPUT_FAILED, e.getMessage());
    }
  }

  /** What a file of clusters says that the sets were, if it does. */
  public static SetFields setsOf(Path file) {
    try {
      return Report.setsOf(file);
    } catch (BadInputException e) {
      throw new ToolException(ExitCode.INPUT_FAILED, e.getMessage());
    }
  }

  private void read(Inputs texts, boolean mainTexts, SetFields sets, Consumer<InputDocument> action)
      throws InterruptedException {
    texts.read(
        raw -> {
          try {
            InputDocument document = raw.parser().parse(mainTexts);
            action.accept(sets.names().isEmpty() ? document : document.withValues(sets));
          } catch (BadInputException e) {
            failed++;
            terminal.message(raw.where() + ": " + e.getMessage());
          }
        });
  }

  private ReportSummary write(Report report) {
    byte[] bytes = report.html().getBytes(UTF_8);
    try (TemporaryFolder folder = page.temporary()) {
      page.take(Files.write(folder.path(FINISHED), bytes));
    } catch (IOException e) {
      throw new ToolException(
          ExitCode.INDEX,
          "cannot write " + page.name() + ": " + Failures.describe(e) + "; it is unchanged");
    }
    return new ReportSummary(
        report.documents(),
        report.variants(),
        report.groups(),
        report.shown(),
        failed,
        bytes.length);
  }
}
