// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.neardup.tools.analysis.WantedFields;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.Table;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.Problems;
import org.neardup.tools.input.SetFields;
import org.neardup.tools.output.Output;
import org.neardup.tools.output.TemporaryFolder;
import org.neardup.tools.page.Pages;

/**
 * Surveys an index or a corpus, and moves a page that shows it into place when it is whole. The
 * same input and the same request make the same page. For one run.
 */
public final class ReportRun {
  private static final String FINISHED = "report.html";
  private static final int MAX_VERSIONS = 10; // of a group

  private final Output page;
  private final int top;
  private final String dateField;
  private final String commandLine;
  private long failed;

  /** Opens the documents that were clustered, with these sets. */
  @FunctionalInterface
  public interface Texts {
    Inputs open(SetFields sets) throws IOException;
  }

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

  /** Reports on an index. Reads the texts of different variants twice. */
  public Summary ofIndex(IndexFolder folder) throws IOException {
    try (NeardupIndex index = NeardupIndex.open(folder)) {
      return of(
          folder.path().toString(), new IndexSource(index, new Cards(dateField, List.of(), null)));
    }
  }

  /**
   * Reports on a file of clusters.
   *
   * @param texts what was clustered; null if that is not there: no text is shown then
   * @param textFields of the documents, unless the file names others
   */
  public Summary ofClusters(Path file, Texts texts, List<String> textFields)
      throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.create();
        ClusterSource source = new ClusterSource(file, dateField, folder)) {
      if (texts != null) {
        List<String> told = source.fields("text-field");
        read(texts, source, told.isEmpty() ? textFields : told);
      }
      return of(file.toString(), source);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void read(Texts texts, ClusterSource source, List<String> textFields)
      throws IOException, InterruptedException {
    SetFields sets = source.sets();
    boolean areSets = !sets.names().isEmpty();
    WantedFields wanted =
        new WantedFields(areSets ? List.copyOf(sets.names()) : textFields, areSets);
    Inputs inputs = texts.open(sets);
    try (Problems problems = inputs.problems()) {
      inputs.read(
          raw -> {
            try {
              InputDocument document = raw.parser().parse();
              problems.notes(raw.where(), document.notes());
              wanted.see(document.names());
              source.add(areSets ? document.withValues(sets) : document.withText(textFields));
            } catch (BadInputException e) {
              failed++;
              problems.add(raw.where(), e.getMessage());
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
    wanted.requireAll();
    source.requireTexts();
  }

  private Summary of(String name, GroupSource source) throws IOException {
    Survey survey = Survey.of(source, Integer.MAX_VALUE, top, MAX_VERSIONS);
    List<ShownGroup> largest = Survey.largest(source, top, MAX_VERSIONS);
    byte[] html =
        Pages.render("report/report.jte", new Report(name, survey, largest, commandLine))
            .getBytes(UTF_8);
    write(html);
    return new Summary(
        survey.counts().documents(),
        survey.counts().hidden(),
        survey.counts().groups(),
        largest.size(),
        failed,
        html.length);
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
   * The page as its template needs it. It loads nothing, and runs nothing: the browser is told to
   * refuse both.
   *
   * @param name of the index or the file
   * @param largest groups of most documents
   * @param commandLine that asked for it
   */
  record Report(String name, Survey survey, List<ShownGroup> largest, String commandLine) {
    static final String POLICY =
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
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
   */
  public record Summary(
      long documents, long variants, long groups, int shown, long failed, long bytes) {

    public ExitCode exitCode() {
      return failed > 0 ? ExitCode.INPUT_FAILED : ExitCode.DONE;
    }

    public String text() {
      return new Table()
          .row("documents", documents)
          .row("variants", variants)
          .row("groups", groups)
          .row("shown", shown)
          .row("failed", failed)
          .row("bytes", bytes)
          .toString();
    }
  }
}
