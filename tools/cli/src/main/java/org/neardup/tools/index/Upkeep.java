// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapseListener;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.IndexCheck;
import org.neardup.index.IndexInfo;
import org.neardup.index.Preference;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.analysis.NamedFields;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.OneLine;
import org.neardup.tools.console.Table;
import org.neardup.tools.pipeline.BackgroundMerges;

/** Changes an existing index, with the settings that it was made with. */
public final class Upkeep {
  private static final int SAMPLED_TEXTS = 1000;

  private Upkeep() {}

  /** Deletes documents; all or none, with one commit. */
  public static DeleteReport delete(IndexFolder folder, List<String> ids) throws IOException {
    List<String> unknown = new ArrayList<>();
    Shown shown = new Shown();
    try (Directory directory = folder.openForReading();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(
                directory, IndexInfo.read(directory).config(), writerConfig(directory), shown)) {
      try {
        for (String id : ids) {
          shown.ids.remove(id);
          if (writer.deleteDocuments(id) == 0) {
            unknown.add(id);
          }
        }
      } catch (Throwable failure) {
        writer.rollback(); // closing would commit
        throw failure;
      }
    }
    try (NeardupIndex index = NeardupIndex.open(folder)) {
      return new DeleteReport(
          ids.size() - unknown.size(), List.copyOf(shown.ids), unknown, index.counts());
    }
  }

  /** Remembers which documents became visible and stayed so. */
  private static final class Shown implements CollapseListener {
    final Set<String> ids = new LinkedHashSet<>();

    @Override
    public void moved(String id, Optional<String> representative) {
      if (representative.isEmpty()) {
        ids.add(id);
      } else {
        ids.remove(id);
      }
    }
  }

  /**
   * Decides on all documents again, under changed settings.
   *
   * @param keep the new preference, whose fields there must be; null if it does not change
   */
  public static RetuneReport retune(
      IndexFolder folder, Preference keep, UnaryOperator<CollapseConfig> change)
      throws IOException {
    int changed;
    try (Directory directory = folder.openForReading()) {
      CollapseConfig config = change.apply(IndexInfo.read(directory).config());
      if (keep != null) {
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          NamedFields.of(reader).require(keep);
        }
      }
      changed = IndexCheck.retune(directory, config, writerConfig(directory)).changed();
    }
    try (NeardupIndex index = NeardupIndex.open(folder)) {
      return new RetuneReport(changed, index.counts());
    }
  }

  /**
   * Looks for violations.
   *
   * @param repair whether to repair the index first
   * @param allTexts whether to compare all texts, or some of them
   */
  public static CheckSummary check(IndexFolder folder, boolean repair, boolean allTexts)
      throws IOException {
    try (Directory directory = folder.openForReading()) {
      CheckSummary.Repair repaired =
          repair
              ? CheckSummary.Repair.of(
                  IndexCheck.repair(
                      directory, IndexInfo.read(directory).config(), writerConfig(directory)))
              : null;
      int texts = allTexts ? IndexCheck.ALL_TEXTS : SAMPLED_TEXTS;
      return CheckSummary.of(
          IndexCheck.check(
              directory, IndexInfo.read(directory).config(), Analyzers.of(directory), texts),
          repaired);
    }
  }

  private static IndexWriterConfig writerConfig(Directory directory) throws IOException {
    return new IndexWriterConfig(Analyzers.of(directory)).setMergeScheduler(new BackgroundMerges());
  }

  /**
   * What a run of {@code retune} did. Component names are the keys of the JSON.
   *
   * @param changed documents that became visible or hidden, changed to another group, or were
   *     deleted
   * @param index counts over the whole index
   */
  public record RetuneReport(int changed, IndexCounts index) {
    public String text() {
      return index.addTo(new Table().row("changed", changed)).toString();
    }
  }

  /**
   * What deleting documents did. Component names are the keys of the JSON.
   *
   * @param deleted documents that were deleted
   * @param shown ids of documents that became visible in their place
   * @param unknown ids that no document has
   * @param index counts over the whole index
   */
  public record DeleteReport(
      int deleted, List<String> shown, List<String> unknown, IndexCounts index) {

    public ExitCode exitCode() {
      return unknown.isEmpty() ? ExitCode.DONE : ExitCode.INPUT_FAILED;
    }

    public String text() {
      Table table =
          index.addTo(
              new Table()
                  .row("deleted", deleted)
                  .row("unknown", unknown.size())
                  .row("now visible", shown.size()));
      StringBuilder lines = new StringBuilder(table.toString());
      shown.forEach(id -> lines.append("\nnow visible: ").append(OneLine.of(id)));
      return lines.toString();
    }
  }
}
