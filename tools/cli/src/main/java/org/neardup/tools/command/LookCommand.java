// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.neardup.index.CollapseConfig;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.IndexReport;
import org.neardup.tools.index.Indexer;
import org.neardup.tools.options.AnalyzerOption;
import org.neardup.tools.options.AnalyzerOption.Normalization;
import org.neardup.tools.options.TextFieldOption;
import org.neardup.tools.options.Usage;
import org.neardup.tools.output.TemporaryFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    description = {
      "Shows the near-duplicates of some documents in a browser: indexes them into a temporary"
          + " folder, as 'neardup index' does, and serves that as 'neardup serve' does, until it is"
          + " interrupted.",
      "",
      "The temporary folder is deleted at the end."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  neardup look --open site/",
      "  neardup look --threshold 0.9 --date published news.jsonl.gz"
    })
final class LookCommand implements Callable<Integer> {
  private static final int ANY_PORT = 0;

  @ParentCommand private NeardupCommand neardup;
  @Spec private CommandSpec spec;

  @Mixin private CollapseOptions collapse;
  @Mixin private TextFieldOption textField;
  @Mixin private AnalyzerOption analyzer;
  @Mixin private ServeOptions serving;
  @Mixin private InputArguments input;

  @Override
  public Integer call() throws IOException, InterruptedException {
    serving.check();
    CollapseConfig config =
        collapse.config(new Usage(spec).checked(() -> Fields.collapse(textField.names())));
    String name = analyzer.checked(Normalization.NFKC);
    Terminal terminal = neardup.terminal();
    try (TemporaryFolder temporary = TemporaryFolder.create()) {
      IndexFolder folder = new IndexFolder(temporary.path(input.name()));
      IndexReport report =
          new Indexer(terminal, config, name, input.threads())
              .run(folder, input.open(terminal, Fields.sets(config)), false, false);
      terminal.print(report.index().summary());
      serving.serve(folder, input.name(), null, ANY_PORT, terminal);
      return report.exitCode().code();
    }
  }
}
