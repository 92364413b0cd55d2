// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.neardup.tools.console.Compared;
import org.neardup.tools.console.ProgramVersion;
import org.neardup.tools.difference.ChangeKind;
import org.neardup.tools.page.Pages;
import org.neardup.tools.report.BandTrials.BandCurve;

/**
 * The page as its template needs it. It loads nothing, and runs nothing: the browser is told to
 * refuse both.
 *
 * @param dateField the field with the dates of documents
 * @param commandLine that asked for it
 * @param made when
 */
record ReportPage(ReportFindings found, String dateField, String commandLine, Instant made) {
  static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  static final int MAX_HOSTS = 100;

  /**
   * A heading and where it is in the page.
   *
   * @param link the same in a word or two
   */
  record Section(String id, String link, String heading) {}

  /** A number and what it counts. */
  record Figure(String number, String text) {}

  String title() {
    return "Near-duplicates in " + found.subject().name();
  }

  Compared compared() {
    return found.subject().compared();
  }

  /** The style of all pages, and of this one. */
  static String style() {
    return Pages.style() + Pages.resource(ReportPage.class, "report.css");
  }

  String summary() {
    ReportFindings.Savings savings = found.savings();
    return Numbers.count(savings.variants())
        + " of "
        + Numbers.count(savings.documents(), "document")
        + " "
        + found.subject().variantsAre()
        + " "
        + Numbers.count(found.tally().groups(), "other")
        + ".";
  }

  /** The sections that have something to show, in order. */
  List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    add(sections, hasFirst(), "first", "Look here first", "Look here first");
    add(sections, found.guards() != null, "guards", "Guards", "What guards would keep apart");
    add(sections, true, "savings", "Savings", "What the variants take up");
    add(sections, hasWhatIf(), "what-if", "What if", "What if the threshold were another");
    add(
        sections,
        hasGroups(),
        "resemblance",
        "Resemblance",
        "Resemblance of variants to their representative");
    add(sections, hasGroups(), "sizes", "Sizes", "Sizes of groups");
    add(sections, hasTimeline(), "timeline", "Timeline", "Timeline");
    add(sections, !found.tally().byKind().isEmpty(), "kinds", "Kinds", "Kinds of groups");
    add(sections, !found.tally().byHost().isEmpty(), "hosts", "Hosts", "Hosts");
    add(sections, hasGroups(), "groups", "Groups", "The largest groups");
    add(sections, true, "bands", "Bands", "What the bands find");
    add(sections, true, "settings", "About", "How this page was made");
    return sections;
  }

  private static void add(
      List<Section> sections, boolean isShown, String id, String link, String heading) {
    if (isShown) {
      sections.add(new Section(id, link, heading));
    }
  }

  boolean has(String section) {
    return sections().stream().anyMatch(shown -> shown.id().equals(section));
  }

  /** The heading of a section. */
  Section section(String id) {
    return sections().stream().filter(shown -> shown.id().equals(id)).findFirst().orElseThrow();
  }

  private boolean hasFirst() {
    return !found.first().groups().isEmpty();
  }

  private boolean hasGroups() {
    return found.tally().groups() > 0;
  }

  private boolean hasWhatIf() {
    return found.whatIf().stream().anyMatch(point -> point.hidden() > 0);
  }

  private boolean hasTimeline() {
    return found.timeline().size() > 1;
  }

  /** What a reader sees first. */
  List<Figure> figures() {
    ReportFindings.Savings savings = found.savings();
    List<Figure> figures = new ArrayList<>();
    figures.add(new Figure(Numbers.share(savings.variants(), savings.documents()), "of documents"));
    if (savings.hasTexts()) {
      figures.add(
          new Figure(
              Numbers.share(savings.variantBytes(), savings.textBytes()),
              "of the " + (compared() == Compared.TEXTS ? "text" : "values")));
    }
    figures.add(
        new Figure(Numbers.count(savings.copies()), "copies of the same " + compared().noun()));
    figures.add(
        new Figure(Numbers.count(savings.variants() - savings.copies()), "other near-duplicates"));
    if (hasFirst()) {
      figures.add(
          new Figure(Numbers.count(found.first().total()), "groups to look at before hiding"));
    }
    return figures;
  }

  /**
   * How many groups differ in nothing but some kind of words, as {@code 12 groups} and {@code
   * names}.
   */
  List<Figure> sorts() {
    List<Figure> sorts = new ArrayList<>();
    for (Map.Entry<ChangeKind, Integer> entry : new TreeMap<>(found.first().byKind()).entrySet()) {
      sorts.add(new Figure(Numbers.count(entry.getValue(), "group"), sort(entry.getKey())));
    }
    return sorts;
  }

  private static String sort(ChangeKind kind) {
    return switch (kind) {
      case NEGATION -> "negations";
      case NAME -> "names";
      case NUMBER -> "numbers";
      case DATE -> "dates";
      case WORDS -> "few words of a long text";
      case FORM -> "case and punctuation";
    };
  }

  String comparison() {
    BandCurve curve = found.curve();
    return found.subject().comparison()
        + " if at least one of "
        + curve.bands().bands()
        + " bands of "
        + curve.bands().rows()
        + " slots of their sketches is the same. The curve is the probability of that, computed;"
        + " the dashed line is the threshold, "
        + curve.threshold()
        + ".";
  }

  String measured() {
    return found.curve().points().isEmpty()
        ? "There are no points, as there are no " + compared().nouns() + " to try."
        : "The points are measured. Each is the share of pairs found, of all pairs of about that"
            + " resemblance (steps of .02, counted in the "
            + compared().nouns()
            + ") among "
            + found.curve().texts()
            + " of the "
            + compared().nouns()
            + " above. Each pair was tried "
            + BandTrials.SEEDS
            + " times, with sketches made with seeds other than the one in use, which found what"
            + " is shown here.";
  }

  String whichGroups() {
    long shown = found.groups().size();
    long all = found.tally().groups();
    return shown == all
        ? "All groups, the largest first."
        : "The largest "
            + Numbers.count(shown)
            + " of "
            + Numbers.count(all, "group")
            + " (--top).";
  }

  /** When, by what and how the page was made. */
  List<Figure> origin() {
    return List.of(
        new Figure("made", made.truncatedTo(ChronoUnit.SECONDS).toString()),
        new Figure("program", ProgramVersion.line()),
        new Figure("command", commandLine));
  }

  Drawing resemblances() {
    return new BarChart(
            "resemblances",
            "Variants by resemblance to their representative",
            "resemblance",
            "variants",
            null,
            found.tally().byResemblance(),
            false)
        .draw();
  }

  Drawing sizes() {
    return new BarChart(
            "group-sizes",
            "Groups by number of documents",
            "documents in the group, from",
            "groups",
            null,
            found.tally().bySize(),
            true)
        .draw();
  }

  Drawing timeline() {
    return timeline(found.timeline());
  }

  /** Draws documents by date. */
  static Drawing timeline(List<Tally.Bar> bars) {
    return new BarChart(
            "by-date", "Documents by date", "date", "documents", "variants", bars, false)
        .draw();
  }
}
