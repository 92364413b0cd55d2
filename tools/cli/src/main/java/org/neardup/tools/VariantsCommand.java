// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.neardup.index.Verification;
import org.neardup.search.Explainer;
import org.neardup.search.Versions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code neardup variants}. */
@Command(
    name = "variants",
    description = {
      "Lists the versions of a document: the visible one first, then those hidden behind it, most"
          + " similar to it first.",
      "",
      "Each line has the resemblance to the visible one, counted in the texts (- if they are not"
          + " stored) and estimated from the sketches, with a standard error."
    },
    footerHeading = "%nExample:%n",
    footer = "  neardup variants --index news.idx --date published a1")
final class VariantsCommand implements Callable<Integer> {
  private static final int MAX_TOP = 10_000;

  @ParentCommand private Main main;
  @Spec private CommandSpec spec;
  @Mixin private IndexOption index;

  @Option(
      names = "--date",
      paramLabel = "F",
      description = "A field to show with each version, such as its date.")
  private String dateField;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "100",
      description = "Number of versions to show, 1 to 10000. Default: ${DEFAULT-VALUE}.")
  private int top;

  @Parameters(paramLabel = "ID", description = "A document, visible or hidden.")
  private String id;

  @Override
  public Integer call() throws IOException {
    if (top < 1 || top > MAX_TOP) {
      throw new ParameterException(
          spec.commandLine(), "--top must be between 1 and " + MAX_TOP + ", got " + top);
    }
    try (NeardupIndex opened = NeardupIndex.open(index.folder())) {
      VariantsReport report = report(opened);
      main.terminal().print(index.json() ? Json.of(report) : report.text());
    }
    return ExitCode.DONE.code();
  }

  private VariantsReport report(NeardupIndex opened) throws IOException {
    Explainer explainer = Sketching.of(opened).explainer(Verification.AUTO);
    Versions found = explainer.versions(Sketching.find(explainer, id), dateField, top);
    List<VariantsReport.Version> versions = new ArrayList<>();
    for (Versions.Version version : found.versions()) {
      versions.add(
          new VariantsReport.Version(
              version.id(),
              opened.name(version.doc()).title(),
              version.place(),
              version.estimate(),
              version.exact(),
              version.date()));
    }
    return new VariantsReport(found.representative(), found.total(), versions);
  }
}
