// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.neardup.compare.Overlap;
import org.neardup.index.Verification;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Comparison.Estimate;
import org.neardup.search.explain.Comparison.ValueDifference;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.explain.TextDifference.Part;
import org.neardup.search.explain.TextDifference.Passage;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.OneLine;
import org.neardup.tools.console.Paint;
import org.neardup.tools.console.Table;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.page.Numbers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    description = {
      "Compares two documents: whether they are near-duplicates and by which rule, whether each is"
          + " visible, their resemblance by sketches and by texts, and the passages in which the"
          + " texts differ."
    },
    exitCodeList = {
      ExitCodeLines.DONE,
      ExitCodeLines.NO_DOCUMENT,
      ExitCodeLines.USAGE,
      ExitCodeLines.INDEX
    },
    footer = "  neardup explain --index news.idx a1 a2")
final class ExplainCommand extends IndexedCommand {
  @Option(
      names = "--verify",
      paramLabel = "auto|sketch|exact",
      defaultValue = "auto",
      description =
          "What decides, as given to 'neardup index'; the index does not keep it. Default:"
              + " ${DEFAULT-VALUE}.")
  private Verification verify;

  @Parameters(index = "0", paramLabel = "ID1", description = "A document, visible or hidden.")
  private String id1;

  @Parameters(index = "1", paramLabel = "ID2", description = "Another.")
  private String id2;

  @Override
  public Integer call() throws IOException {
    return ask(
        index -> Sketching.of(index).compare(verify, id1, id2),
        comparison -> new ExplainText(terminal().paint()).of(comparison));
  }

  /** A comparison for people. */
  record ExplainText(Paint paint) {
    private static final int MAX_PASSAGES = 50;
    private static final int MAX_VALUES = 50;

    String of(Comparison comparison) {
      String decision = OneLine.of(comparison.decision().reason());
      StringBuilder text = new StringBuilder();
      text.append(
          comparison.decision().nearDuplicates() ? paint.green(decision) : paint.red(decision));
      text.append('\n').append(OneLine.of(comparison.places()));
      text.append('\n').append(numbers(comparison));
      if (comparison.difference() != null) {
        append(text, comparison.difference());
      }
      if (comparison.values() != null) {
        append(text, comparison.values());
      }
      return text.toString();
    }

    private void append(StringBuilder text, ValueDifference values) {
      append(text, "in both", values.common());
      append(text, paint.red("only in the first"), values.onlyA());
      append(text, paint.green("only in the second"), values.onlyB());
    }

    private static void append(
        StringBuilder text, String where, List<ValueDifference.Value> values) {
      String shown =
          values.stream()
              .limit(MAX_VALUES)
              .map(value -> OneLine.of(value.value()))
              .collect(Collectors.joining(", "));
      text.append('\n').append(where).append(": ").append(values.isEmpty() ? "none" : shown);
      if (values.size() > MAX_VALUES) {
        int more = values.size() - MAX_VALUES;
        text.append(", and ").append(more).append(" more; --json has them all");
      }
    }

    private static Table numbers(Comparison comparison) {
      boolean values = comparison.values() != null;
      Table table = new Table();
      Estimate estimate = comparison.estimate();
      if (estimate != null) {
        table
            .row("estimate", Numbers.plusMinus(estimate))
            .row("equal slots", estimate.agreeing() + " of " + estimate.slots())
            .row("equal bands", comparison.sharedBands() + " of " + comparison.bands());
      }
      Overlap exact = comparison.exact();
      if (exact != null) {
        table
            .row("resemblance", Numbers.decimal(exact.resemblance()))
            .row("first in second", Numbers.decimal(exact.containmentOfA()))
            .row("second in first", Numbers.decimal(exact.containmentOfB()))
            .row(values ? "common values" : "common elements", exact.common())
            .row("of the first", exact.elementsOfA())
            .row("of the second", exact.elementsOfB());
      }
      return table;
    }

    void append(StringBuilder text, TextDifference difference) {
      int count = difference.passages().size();
      text.append('\n');
      text.append(
          paint.bold(
              count == 0
                  ? "the texts have the same words"
                  : "the texts differ in " + Counted.of(count, "passage")));
      difference.passages().stream().limit(MAX_PASSAGES).forEach(passage -> append(text, passage));
      if (count > MAX_PASSAGES) {
        text.append("\n  and ").append(count - MAX_PASSAGES).append(" more; --json has them all");
      }
      if (!difference.complete()) {
        text.append("\n  they differ too much to be aligned to the end");
      }
    }

    private void append(StringBuilder text, Passage passage) {
      text.append(
          String.format(Locale.ROOT, "\n  %d/%d:", passage.wordOfA() + 1, passage.wordOfB() + 1));
      for (Part part : passage.parts()) {
        String words = OneLine.of(part.words()).replaceAll("\\s+", " ");
        text.append(' ')
            .append(
                switch (part.in()) {
                  case BOTH -> words;
                  case A -> paint.red("[-" + words + "-]");
                  case B -> paint.green("{+" + words + "+}");
                });
      }
    }
  }
}
