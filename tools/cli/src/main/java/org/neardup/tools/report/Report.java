// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.DirectoryReader;
import org.neardup.compare.TextSketcher;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;

/**
 * What the near-duplicates of an index or a corpus look like, and a page that shows it; the entry
 * point of this package. The same input makes the same page.
 *
 * @param documents known; without a corpus, those in clusters
 * @param variants of these, the ones that another stands for
 * @param groups representatives with at least one variant
 * @param shown of these, the ones shown in the page
 * @param html the page, to be written in UTF-8
 */
public record Report(long documents, long variants, long groups, int shown, String html) {
  /** How many variants of a group are shown beside their representative. */
  static final int MAX_VARIANTS = 10;

  /** The documents that were clustered, with their main texts if these were compared. */
  @FunctionalInterface
  public interface Corpus {
    /** Passes on all of them once. */
    void forEach(Consumer<InputDocument> action) throws InterruptedException;
  }

  /**
   * Reports on an index. Reads all its stored fields; memory is about 50 bytes a variant, plus what
   * is shown.
   *
   * @param name of the index, for people
   * @param reader over all documents, hidden ones included
   * @param sketcher the index's
   * @param settings of the index, to be shown
   * @param top how many groups to show
   */
  public static Report ofIndex(
      String name,
      DirectoryReader reader,
      TextSketcher sketcher,
      Map<String, String> settings,
      int top)
      throws IOException {
    return of(new IndexSurvey(name, reader, sketcher).run(settings, top));
  }

  /**
   * Reports on a file that {@code neardup cluster} wrote.
   *
   * @param by what was clustered by
   * @param analyzer likewise
   * @param corpus null if only the file is there: no text is shown then
   * @param top how many clusters to show
   * @throws BadInputException if the file cannot be read or is another one; names the place
   */
  public static Report ofClusters(
      Path file, ClusteredBy by, Analyzer analyzer, Corpus corpus, int top)
      throws BadInputException, IOException, InterruptedException {
    ClusterSurvey survey = new ClusterSurvey(new ClusterFile(file), by, analyzer, top);
    return of(corpus == null ? survey.run() : survey.run(corpus));
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

  private static Report of(ReportFindings findings) {
    return new Report(
        findings.savings().documents(),
        findings.savings().variants(),
        findings.tally().groups(),
        findings.groups().size(),
        new ReportPage(findings).html());
  }
}
