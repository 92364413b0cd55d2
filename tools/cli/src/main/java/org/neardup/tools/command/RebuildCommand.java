// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.neardup.index.CollapseConfig;
import org.neardup.index.Variants;
import org.neardup.tools.options.AnalyzerOption;
import org.neardup.tools.options.AnalyzerOption.Normalization;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.options.SetFieldOption;
import org.neardup.tools.rebuild.Rebuild;
import org.neardup.tools.rebuild.RebuildReport;
import org.neardup.tools.rebuild.Rebuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    description = {
      "Writes the documents of any index of Lucene 9.0 or later into a new one, collapsing"
          + " near-duplicates.",
      "",
      "Stored fields, doc values, points, vectors and an index sort are carried over, and the terms"
          + " that can be made again from these; what is lost is named. The index is only read.",
      "",
      "The new index is written to DIR.partial and renamed when it is complete. The same command"
          + " resumes an interrupted run, unless the old index changed in between.",
      "",
      "Fields of several analyzers: --analyzer body=english,pay=simple."
    },
    exitCodeList = {
      ExitCodeLines.DONE,
      ExitCodeLines.INPUT_FAILED,
      ExitCodeLines.USAGE,
      ExitCodeLines.INDEX,
      ExitCodeLines.INTERRUPTED
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  neardup rebuild --from old.idx --text-field body --dry-run",
      "  neardup rebuild --from old.idx --to new.idx --text-field body --id-field url --variants"
          + " drop",
      "  neardup rebuild --from old.idx --annotate --text-field body --id-field url",
      "  neardup rebuild --from users.idx --to new.idx --set-field likes --id-field user"
    })
final class RebuildCommand extends ResultCommand {
  private static final String OWN_ID = "document_number";

  @Mixin private CollapseOptions collapse;
  @Mixin private AnalyzerOption analyzer;
  @Mixin private ThreadsOption threads;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the index to be rebuilt.")
  private Path from;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "Folder of the new index. It must be new or empty, unless --force is given.")
  private Path to;

  @Option(
      names = "--annotate",
      description =
          "Instead of --to: replace the old index by the new one, with all its documents; only"
              + " sketches and groups are added. The old one is kept as DIR.before. If a document"
              + " cannot be written, nothing is replaced.")
  private boolean annotate;

  @Option(
      names = "--dry-run",
      description =
          "Report groups and savings, and what would be carried over, without writing, whatever"
              + " --to says. Needs the disk space of the new index for temporary files.")
  private boolean dryRun;

  @Option(
      names = "--lossy",
      description =
          "Take a new index in which fields, terms or blocks are not carried over. Otherwise the"
              + " exit code is 1 then, and --annotate replaces nothing; and an analyzer that makes"
              + " other words than the first documents have is refused.")
  private boolean lossy;

  @Option(
      names = "--force",
      description =
          "Replace an index in the folder of --to, or DIR.before of an earlier --annotate, when the"
              + " new one is complete; and start over if DIR.partial cannot be resumed.")
  private boolean force;

  @Option(
      names = "--text-field",
      split = ",",
      paramLabel = "FIELD",
      description = "Stored field whose text is compared; several make one text.")
  private List<String> textFields = List.of();

  @Mixin private SetFieldOption setField;

  @Option(
      names = "--id-field",
      paramLabel = "FIELD",
      description =
          "Field that identifies documents: stored, indexed as one term, each value once. Default: "
              + OWN_ID
              + ", a new field with the number of the document in the old index.")
  private String idField;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (setField.given() != textFields.isEmpty()) {
      throw usage().mistake("one of --text-field and --set-field must be given");
    }
    CollapseConfig config = collapse.config(usage().checked(this::collapsed));
    boolean isOne = (to != null) != annotate;
    if (!isOne && (annotate || !dryRun)) {
      throw usage().mistake("one of --to, --annotate and --dry-run must be given");
    }
    if (annotate && config.variants() == Variants.DROP) {
      throw usage().mistake("--annotate keeps all documents: --variants must be hide");
    }
    Rebuild rebuild =
        new Rebuild(
            config,
            idField == null,
            analyzer.checkedByField(Normalization.NONE),
            lossy,
            Rebuild.BYTES_PER_COMMIT,
            threads.checked());
    RebuildReport report = run(new Rebuilder(terminal(), rebuild, force, interruption()));
    printCounts(report, report::text);
    return report.exitCode().code();
  }

  private CollapseConfig collapsed() {
    CollapseConfig config =
        CollapseConfig.defaults()
            .withIdField(idField == null ? OWN_ID : idField)
            .withRequiresText(false); // the index that is read has the fields
    return setField.given()
        ? config.withSetFields(setField.names().toArray(String[]::new))
        : config.withTextFields(textFields.toArray(String[]::new));
  }

  private RebuildReport run(Rebuilder rebuilder) throws IOException, InterruptedException {
    if (dryRun) {
      return rebuilder.dryRun(from);
    }
    return annotate ? rebuilder.annotate(from) : rebuilder.rebuild(from, to);
  }
}
