// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.WriterStatistics.OutcomeCounts;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.analysis.AnalyzersByField;
import org.neardup.tools.analysis.NamedFields;
import org.neardup.tools.index.Interruption;
import org.neardup.tools.index.UserData;
import org.neardup.tools.options.AnalyzerOption;
import org.neardup.tools.pipeline.BackgroundMerges;
import org.neardup.tools.rebuild.FieldPlan.Inversion;
import org.neardup.tools.rebuild.RebuildReport.FieldReport;

/**
 * Writes the documents of an index into a new one, in the same order, collapsing near-duplicates.
 * Carried over are stored fields, doc values of all kinds, points, vectors, terms that can be made
 * again from these, an index sort, and the user data of the commit. The source is only read.
 *
 * <p>Progress is in the commits of the target: an interrupted rebuild resumes with the first
 * document that is not in the last commit, and ends with the same documents in the same groups as
 * an uninterrupted one.
 *
 * @param config of the target; the fields that are compared must be stored in the source
 * @param ownIds whether the source has no id field: documents get their number in the source then,
 *     in the id field of the config
 * @param analyzer name of what makes the words of text, see {@link Analyzers#named}
 * @param lossy whether what is not carried over is no failure
 * @param bytesPerCommit of text, after which progress is made durable
 * @param threads on which documents are analysed, at least 1; the result is the same for any number
 */
public record Rebuild(
    CollapseConfig config,
    boolean ownIds,
    String analyzer,
    boolean lossy,
    long bytesPerCommit,
    int threads) {
  /** What a rebuild that is killed reads again. */
  public static final long BYTES_PER_COMMIT = 256L << 20;

  /**
   * Rebuilds, or resumes a rebuild.
   *
   * @param progress is run for each document, on this thread; reading is done on another
   * @param problems takes a message for each document that cannot be written
   * @param interruption ends it early; it commits what it has done
   * @throws org.neardup.tools.console.ToolException if the source does not have the fields of the
   *     config
   * @throws RebuildException if it does not have them as they are needed, or the analyzer makes
   *     other words than it has, or it is not at the commit that the target was begun from
   * @throws org.neardup.index.IndexSettingsException if the target was begun with another config
   */
  public Result run(
      Directory source,
      Directory target,
      Runnable progress,
      Consumer<String> problems,
      Interruption interruption)
      throws IOException, InterruptedException {
    try (SourceIndex index = SourceIndex.open(source)) {
      Map<String, FieldPlan> plans = plans(index);
      if (!lossy) {
        requireSameWords(plans.values());
      }
      RebuildProgress begun = RebuildProgress.of(target, index.identity());
      DocumentCopier copier = new DocumentCopier(this, index, plans, begun, progress, problems);
      try (CollapsingIndexWriter writer =
          CollapsingIndexWriter.open(target, config, writerConfig(index))) {
        try {
          if (!begun.done()) {
            copier.copy(writer, interruption);
          }
        } catch (Throwable failure) {
          writer.rollback(); // closing would commit
          throw failure;
        }
        return new Result(
            index.reader().numDocs(),
            begun.nextDocument(),
            writer.statistics().arrived(),
            copier.failed(),
            plans.values().stream().map(FieldPlan::report).toList(),
            notes(index));
      }
    }
  }

  /**
   * Makes sure that a target was begun from the commit that the source is at now.
   *
   * @throws RebuildException if it was not
   */
  public static void requireUnchanged(Directory source, Directory target) throws IOException {
    RebuildProgress.of(target, SourceIndex.identity(source));
  }

  private Map<String, FieldPlan> plans(SourceIndex index) throws IOException {
    Set<String> analysed = AnalyzersByField.parse(analyzer).byField().keySet();
    Map<String, FieldPlan> plans = new LinkedHashMap<>();
    for (FieldPlan plan : FieldProbe.plans(index, Analyzers.named(analyzer))) {
      boolean isText =
          analysed.contains(plan.name())
              || (config.textFields().contains(plan.name()) && !config.comparesValues());
      if (!plan.name().startsWith(DocumentRecord.FIELD_PREFIX)
          && !plan.info().isSoftDeletesField()) {
        plans.put(plan.name(), isText ? plan.asWords() : plan);
      }
    }
    NamedFields fields = new NamedFields("the index", plans.keySet());
    fields.require(config.preference());
    analysed.forEach(field -> fields.require("--analyzer", field));
    for (String field : config.textFields()) {
      String kind = config.comparesValues() ? "set" : "text";
      fields.require("--" + kind + "-field", field);
      if (!plans.get(field).stored()) {
        throw new RebuildException(
            kind + " field " + field + " must be stored, or nothing can be compared");
      }
    }
    if (config.scopeField().isPresent()) {
      String field = config.scopeField().get();
      fields.require("--scope", field);
      if (!plans.get(field).stored()) {
        throw new RebuildException(
            "scope field " + field + " must be stored, or nothing tells the scopes apart");
      }
    }
    if (ownIds) {
      if (plans.containsKey(config.idField())) {
        throw new RebuildException(
            "the index has a field " + config.idField() + " already; give it as the id field");
      }
    } else {
      fields.require("--id-field", config.idField());
      index.requireIds(plans.get(config.idField()));
    }
    return plans;
  }

  /** Refuses the analyzer before any work, and names the one that fits. */
  private void requireSameWords(Collection<FieldPlan> plans) throws RebuildException {
    AnalyzersByField given = AnalyzersByField.parse(analyzer);
    List<String> others = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    SortedMap<String, String> fitting = new TreeMap<>();
    for (FieldPlan plan : plans) {
      if (plan.hasOtherWords()) {
        others.add(plan.name());
      }
      if (plan.fitting().equals(AnalyzerTrial.NONE) && plan.hasOtherWords()) {
        unknown.add(plan.name());
      } else if (plan.inversion() == Inversion.WORDS) {
        fitting.put(plan.name(), plan.hasOtherWords() ? plan.fitting() : given.of(plan.name()));
      }
    }
    if (others.isEmpty()) {
      return;
    }
    StringJoiner message = new StringJoiner("; ");
    message.add(
        String.join(", ", others)
            + (others.size() == 1 ? " has" : " have")
            + " other words than "
            + AnalyzerOption.of(given)
            + " makes");
    if (others.size() > unknown.size()) {
      message.add(AnalyzerOption.of(AnalyzersByField.of(fitting)) + " fits");
    }
    if (!unknown.isEmpty()) {
      message.add("no analyzer of Lucene fits " + String.join(", ", unknown));
    }
    throw new RebuildException(message.add("--lossy rebuilds it all the same").toString());
  }

  private IndexWriterConfig writerConfig(SourceIndex index) {
    IndexWriterConfig writerConfig =
        new IndexWriterConfig(Analyzers.named(analyzer)).setMergeScheduler(new BackgroundMerges());
    index.sort().ifPresent(writerConfig::setIndexSort);
    return writerConfig;
  }

  private static List<String> notes(SourceIndex index) throws IOException {
    List<String> notes = new ArrayList<>();
    List<String> clashes = UserData.clashes(index.userData());
    if (!clashes.isEmpty()) {
      notes.add("user data of the commit under names of Neardup's: " + String.join(", ", clashes));
    }
    if (index.isSorted() && index.sort().isEmpty()) {
      notes.add("segments are sorted in different ways; those of the new index are not sorted");
    }
    if (index.hasBlocks()) {
      notes.add("documents in blocks, such as parents and children, are separate now");
    }
    if (index.hasSoftlyDeleted()) {
      notes.add("soft-deleted documents are left out");
    }
    return notes;
  }

  /**
   * What a rebuild did, as {@link RebuildReport} tells it.
   *
   * @param outcomes what became of the documents of this run
   */
  public record Result(
      int documents,
      int resumedAt,
      OutcomeCounts outcomes,
      long failed,
      List<FieldReport> fields,
      List<String> notes) {}
}
