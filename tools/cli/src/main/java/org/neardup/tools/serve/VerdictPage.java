// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.nio.file.Files;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.index.Verification;
import org.neardup.internal.compare.Verdicts;
import org.neardup.search.explain.Explainer;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.options.VerdictFile;

/** Takes what a reader says of two documents, at the end of a file. */
final class VerdictPage implements Handler {
  private final VerdictFile file;

  /**
   * Reads the file, if it is there.
   *
   * @throws org.neardup.tools.console.ToolException if a line of it is no verdict
   */
  VerdictPage(VerdictFile file) {
    this.file = file;
    verdicts();
  }

  /** Those of the file, if it is there: what a full disk kept out of it was not said. */
  private Verdicts verdicts() {
    Verdicts verdicts = new Verdicts();
    if (Files.exists(file.path())) {
      file.read().forEach(verdicts::add);
    }
    return verdicts;
  }

  @Override
  public Input takes() {
    return Input.CHANGE;
  }

  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    parameters.only("a", "b", "verdict");
    String a = parameters.id("a");
    String b = parameters.id("b");
    Sketching sketching = Sketching.of(index);
    Explainer explainer = sketching.explainer(Verification.AUTO);
    sketching.find(explainer, a);
    sketching.find(explainer, b);
    if (parameters.exact("verdict").isEmpty()) {
      throw Parameters.mistake("verdict must be same, different or withdrawn, got none");
    }
    try {
      take(new PairVerdict(a, b, parameters.choice("verdict", Kind.WITHDRAWN)));
    } catch (IllegalArgumentException e) {
      throw Parameters.mistake(e.getMessage());
    }
    return Answer.seeOther(Site.linkToComparison(a, b));
  }

  private synchronized void take(PairVerdict verdict) throws IOException {
    verdicts().add(verdict); // refuses one too many
    file.append(verdict);
  }

  /** Where a reader says whether two documents are the same. */
  synchronized Form form(String a, String b) {
    return new Form(verdicts().said(a, b), file.path().toString());
  }

  static String name(Kind kind) {
    return switch (kind) {
      case SAME -> "The same";
      case DIFFERENT -> "Not the same";
      case WITHDRAWN -> "Withdraw this";
    };
  }

  /**
   * What was said of two documents.
   *
   * @param said what the file says; null for nothing
   * @param file its name
   */
  record Form(Kind said, String file) {}
}
