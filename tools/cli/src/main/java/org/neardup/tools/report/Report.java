// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.DirectoryReader;
import org.neardup.compare.TextSketcher;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.SetFields;
import org.neardup.tools.output.TemporaryFolder;
import org.neardup.tools.page.Pages;

/**
 * What the near-duplicates of an index or a corpus look like, and a page that shows it; the entry
 * point of this package. The same input and the same request make the same page.
 *
 * @param documents known; without a corpus, those in clusters
 * @param variants of these, the ones that another stands for
 * @param groups representatives with at least one variant
 * @param shown of these, the ones shown in the page
 * @param html the page, to be written in UTF-8
 */
public record Report(long documents, long variants, long groups, int shown, String html) {
  /** The documents that were clustered, with their main texts if these were compared. */
  @FunctionalInterface
  public interface Corpus {
    /** Passes on all of them once. */
    void forEach(Consumer<InputDocument> action) throws InterruptedException;
  }

  /**
   * Reports on an index. Reads all its stored fields, and the texts of variants with another text
   * than their representative's twice. Memory is about 200 bytes a document, plus what is shown.
   *
   * @param name of the index, for people
   * @param reader over all documents, hidden ones included
   * @param sketcher the index's
   * @param settings of the index, to be shown
   * @param request what to show
   */
  public static Report ofIndex(
      String name,
      DirectoryReader reader,
      TextSketcher sketcher,
      Map<String, String> settings,
      ReportRequest request)
      throws IOException {
    return of(new IndexSurvey(name, reader, sketcher, request).run(settings), request);
  }

  /**
   * Reports on a file that {@code neardup cluster} wrote.
   *
   * @param by what was clustered by
   * @param analyzer likewise
   * @param corpus null if only the file is there: no text is shown then
   * @param request what to show
   * @throws BadInputException if the file cannot be read or is another one; names the place
   */
  public static Report ofClusters(
      Path file, ClusteredBy by, Analyzer analyzer, Corpus corpus, ReportRequest request)
      throws BadInputException, IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      ClusterSurvey survey =
          new ClusterSurvey(new ClusterFile(file), by, analyzer, request, folder);
      return of(corpus == null ? survey.run() : survey.run(corpus), request);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * The settings in a file that {@code neardup cluster} wrote; only those of what is compared, see
   * {@link ClusterConfig#ofSettings}. Empty if it has none.
   *
   * @throws BadInputException if the file cannot be read or is another one; names the place
   */
  public static Optional<ClusterConfig> configOf(Path file) throws BadInputException {
    Map<String, String> settings = new ClusterFile(file).settings();
    try {
      return settings.isEmpty()
          ? Optional.empty()
          : Optional.of(ClusterConfig.ofSettings(settings));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(file + ":1: " + e.getMessage());
    }
  }

  /**
   * The sets that clusters in a file were made of, as its settings say; none if they were made of
   * texts, or the file has no settings.
   *
   * @throws BadInputException if the file cannot be read or is another one; names the place
   */
  public static SetFields setsOf(Path file) throws BadInputException {
    String names = new ClusterFile(file).settings().get("set-field");
    return names == null
        ? SetFields.NONE
        : new SetFields(
            Set.of(names.split(",", -1)), configOf(file).orElseThrow().shingling().occurrences());
  }

  private static Report of(ReportFindings findings, ReportRequest request) {
    return new Report(
        findings.savings().documents(),
        findings.savings().variants(),
        findings.tally().groups(),
        findings.groups().size(),
        Pages.render("report/report.jte", new ReportPage(findings, request)));
  }
}
