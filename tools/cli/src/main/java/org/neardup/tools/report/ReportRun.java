// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import org.apache.lucene.util.IOConsumer;
import org.neardup.compare.SketchSettings;
import org.neardup.compare.TextSketcher;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.analysis.WantedFields;
import org.neardup.tools.cluster.config.Content;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.Table;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.GuardEffects;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.Problems;
import org.neardup.tools.input.SetFields;
import org.neardup.tools.output.Output;
import org.neardup.tools.output.TemporaryFolder;
import org.neardup.tools.page.Pages;
import org.neardup.tools.report.ClusterFile.ClusteredBy;

/**
 * Finds out what the near-duplicates of an index or a corpus look like, and moves a page that shows
 * it into place when it is whole; the entry point of this package. The same input and the same
 * request make the same page, but for the time that it shows. For one run.
 */
public final class ReportRun {
  private static final String FINISHED = "report.html";

  private final Output page;
  private final int top;
  private final String dateField;
  private final String commandLine;
  private long failed;

  /**
   * A run.
   *
   * @param top how many groups to show
   * @param dateField the field with the dates of documents
   * @param commandLine that asks for it, to be shown
   */
  public ReportRun(Output page, int top, String dateField, String commandLine) {
    this.page = page;
    this.top = top;
    this.dateField = dateField;
    this.commandLine = commandLine;
  }

  /**
   * Reports on an index. Reads all its stored fields, and the texts of different variants twice.
   */
  public Summary ofIndex(IndexFolder folder) throws IOException, InterruptedException {
    try (NeardupIndex index = NeardupIndex.open(folder)) {
      Sketching sketching = Sketching.of(index);
      return of(
          new IndexSource(folder.path().toString(), sketching, dateField),
          index.config().sketchSettings(),
          sketching.sketcher());
    }
  }

  /**
   * Reports on a file of clusters.
   *
   * @param by what was clustered by
   * @param texts what was clustered; null if that is not there: no text is shown then
   * @param textFields of the documents
   */
  public Summary ofClusters(ClusterFile file, ClusteredBy by, Inputs texts, List<String> textFields)
      throws IOException, InterruptedException {
    boolean mainTexts = by.config().content() == Content.MAIN;
    SetFields sets = file.sets();
    ClusterSource.Corpus corpus =
        texts == null ? null : action -> read(texts, mainTexts, sets, textFields, action);
    SketchSettings settings = by.sketchSettings();
    TextSketcher sketcher =
        settings.textSketcher(Analyzers.named(by.config().analyzer()), InputDocument.TEXT_FIELDS);
    try (TemporaryFolder folder = TemporaryFolder.create();
        ClusterSource source = new ClusterSource(file, by, sketcher, corpus, dateField, folder)) {
      return of(source, settings, sketcher);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void read(
      Inputs texts,
      boolean mainTexts,
      SetFields sets,
      List<String> textFields,
      IOConsumer<InputDocument> action)
      throws InterruptedException {
    boolean areSets = !sets.names().isEmpty();
    WantedFields wanted =
        new WantedFields(areSets ? List.copyOf(sets.names()) : textFields, areSets);
    try (Problems problems = texts.problems()) {
      texts.read(
          raw -> {
            try {
              InputDocument document = raw.parser().parse(mainTexts);
              wanted.see(document.names());
              action.accept(areSets ? document.withValues(sets) : document.withText(textFields));
            } catch (BadInputException e) {
              failed++;
              problems.add(raw.where(), e.getMessage());
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
    wanted.requireAll();
  }

  private Summary of(GroupSource source, SketchSettings settings, TextSketcher sketcher)
      throws IOException, InterruptedException {
    ReportFindings found = new Survey(source, settings, sketcher, top).run();
    ReportFindings.Page shown =
        new ReportFindings.Page(found, dateField, commandLine, Instant.now());
    byte[] html = Pages.render("report/report.jte", shown).getBytes(UTF_8);
    write(html);
    return new Summary(
        found.savings().documents(),
        found.savings().variants(),
        found.tally().groups(),
        found.groups().size(),
        failed,
        html.length,
        found.guards());
  }

  private void write(byte[] html) {
    try (TemporaryFolder folder = page.temporary()) {
      page.take(Files.write(folder.path(FINISHED), html));
    } catch (IOException e) {
      throw new ToolException(
          ExitCode.INDEX,
          "cannot write " + page.name() + ": " + Failures.describe(e) + "; it is unchanged");
    }
  }

  /**
   * What a page holds. Component names are the keys of the JSON.
   *
   * @param documents that are known; of clusters without texts, those in clusters
   * @param variants of these, the ones that another stands for
   * @param groups representatives with at least one variant
   * @param shown of these, the ones whose texts can be looked at in the page
   * @param failed documents that could not be used
   * @param bytes size of the page
   * @param guards what they would do; null if no texts are known
   */
  public record Summary(
      long documents,
      long variants,
      long groups,
      int shown,
      long failed,
      long bytes,
      GuardEffects guards) {

    public ExitCode exitCode() {
      return failed > 0 ? ExitCode.INPUT_FAILED : ExitCode.DONE;
    }

    public String text() {
      String counts =
          new Table()
              .row("documents", documents)
              .row("variants", variants)
              .row("groups", groups)
              .row("shown", shown)
              .row("failed", failed)
              .row("bytes", bytes)
              .toString();
      return guards == null ? counts : counts + '\n' + guards.text();
    }
  }
}
