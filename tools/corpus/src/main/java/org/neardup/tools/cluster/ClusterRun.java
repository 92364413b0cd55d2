// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.store.Directory;
import org.neardup.compare.PairVerdict;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.analysis.WantedFields;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.OutputFormat;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.cluster.text.ClusterDocument;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.OneLine;
import org.neardup.tools.console.ProgramVersion;
import org.neardup.tools.console.Progress;
import org.neardup.tools.console.Table;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.Problems;
import org.neardup.tools.input.RawDocument;
import org.neardup.tools.output.Output;
import org.neardup.tools.output.TemporaryFolder;
import org.neardup.tools.pipeline.Batches;
import org.neardup.tools.pipeline.SeenIds;

/**
 * Finds the near-duplicates of some inputs. Parsing and sketching run on several threads; the
 * output is delivered when it is whole.
 */
public final class ClusterRun {
  private static final String FINISHED = "output";

  private final Terminal terminal;
  private final ClusterConfig config;
  private final List<String> fields;
  private final boolean areSets;
  private final WantedFields wanted;
  private final List<PairVerdict> verdicts;
  private final int threads;
  private final SeenIds seen = new SeenIds();
  private final boolean writesSettings;
  private long documents;
  private long repeatedIds;
  private long withoutText;
  private long failed;
  private long inputBytes;

  /** What a worker makes of a document: ready to be added, or a problem. */
  private record Ready(
      RawDocument raw,
      String id,
      Set<String> names,
      List<String> notes,
      ClusterDocument prepared,
      String problem) {}

  /**
   * For one run.
   *
   * @param fields whose values make the text of a document, one after the other, or its set
   * @param verdicts what people said of documents, by their ids
   * @param writesSettings whether the settings are written before the clusters
   */
  public ClusterRun(
      Terminal terminal,
      ClusterConfig config,
      List<String> fields,
      List<PairVerdict> verdicts,
      int threads,
      boolean writesSettings) {
    this.terminal = terminal;
    this.config = config;
    this.fields = fields;
    this.areSets = config.comparesValues();
    this.wanted = new WantedFields(fields, areSets);
    this.verdicts = verdicts;
    this.threads = threads;
    this.writesSettings = writesSettings;
  }

  /** Reads all inputs, names on the terminal each that fails, and writes the output. */
  public ClusterReport run(Inputs inputs, Output output) throws InterruptedException {
    try (TemporaryFolder folder = output.temporary()) {
      ClusterReport report = run(inputs, folder);
      output.take(folder.path(FINISHED));
      return report;
    } catch (IOException e) { // failures of inputs are handled where they are read
      throw new ToolException(
          ExitCode.INDEX,
          "cannot write " + output.name() + ": " + Failures.describe(e) + "; it is unchanged");
    }
  }

  private ClusterReport run(Inputs inputs, Directory temporary)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    try (Clustering clustering =
        new Clustering(
            config,
            Analyzers.named(config.analyzer()),
            areSets ? fields : List.of(),
            verdicts,
            Workspace.of(temporary))) {
      try (Progress progress = Progress.of(terminal, "reading", inputs::bytes);
          Problems problems = inputs.problems()) {
        addAll(inputs, clustering, progress, problems);
      }
      if (documents > 0) {
        wanted.requireAll();
      }
      double readSeconds = seconds(start);
      ClusterCounts counts =
          clustering.write(
              FINISHED,
              writesSettings ? settings(config, fields) : Map.of(),
              threads,
              terminal::step);
      terminal.clearLine();
      if (clustering.verdictsWithoutEffect() > 0) {
        terminal.message(
            "neardup: documents with the same text are not parted here, as verdicts said "
                + Counted.of(clustering.verdictsWithoutEffect(), "time"));
      }
      for (PairVerdict verdict : clustering.contradictions()) {
        terminal.message(
            "neardup: "
                + OneLine.of(verdict.a())
                + " and "
                + OneLine.of(verdict.b())
                + " are the same by a verdict, but not in one cluster, as other verdicts part it");
      }
      return report(readSeconds, seconds(start), counts);
    }
  }

  private void addAll(Inputs inputs, Clustering clustering, Progress progress, Problems problems)
      throws IOException, InterruptedException {
    Batches.run(
        threads,
        intake -> inputs.read(intake::accept),
        RawDocument::bytes,
        raw -> prepare(raw, clustering),
        batch -> {
          for (Ready ready : batch) {
            progress.step(ready.raw().bytes());
            add(ready, clustering, problems);
          }
        },
        () -> false);
  }

  private Ready prepare(RawDocument raw, Clustering clustering) throws IOException {
    try {
      InputDocument input = raw.parser().parse(config.needsMainText());
      checkId(input.id());
      ClusterDocument prepared = clustering.prepare(areSets ? input : input.withText(fields));
      Set<String> names = wanted.isMissing() ? input.names() : Set.of();
      return new Ready(raw, input.id(), names, input.notes(), prepared, null);
    } catch (BadInputException e) {
      return new Ready(raw, null, Set.of(), List.of(), null, e.getMessage());
    }
  }

  /** Ids stand between tabs and line ends, as they are, and may be printed. */
  private void checkId(String id) throws BadInputException {
    if (config.format() == OutputFormat.PAIRS && id.chars().anyMatch(Character::isISOControl)) {
      throw new BadInputException(
          "id of a pair must not have control characters in it, got " + OneLine.of(id));
    }
  }

  private void add(Ready ready, Clustering clustering, Problems problems) throws IOException {
    if (ready.problem() != null) {
      failed++;
      problems.add(ready.raw().where(), ready.problem());
      return;
    }
    documents++;
    problems.notes(ready.raw().where(), ready.notes());
    wanted.see(ready.names());
    repeatedIds += seen.add(ready.id()) ? 0 : 1;
    withoutText += ready.prepared().hasText() ? 0 : 1;
    inputBytes += ready.raw().bytes();
    clustering.add(ready.prepared());
  }

  /**
   * What makes a difference, by the names of options: of the config, and of what it is applied to.
   */
  public static Map<String, String> settings(ClusterConfig config, List<String> compared) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("program", ProgramVersion.line());
    if (!compared.equals(InputDocument.TEXT_FIELDS)) {
      String option = config.comparesValues() ? "set-field" : "text-field";
      settings.put(option, String.join(",", compared));
    }
    settings.putAll(config.settings());
    return settings;
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) * 1e-9;
  }

  private ClusterReport report(double readSeconds, double seconds, ClusterCounts counts) {
    return new ClusterReport(
        documents,
        repeatedIds,
        withoutText,
        failed,
        inputBytes,
        Table.rounded(readSeconds),
        Table.rounded(seconds),
        Table.rounded(documents / seconds),
        settings(config, fields),
        counts);
  }
}
