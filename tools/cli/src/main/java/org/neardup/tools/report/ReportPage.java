// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The whole page. It loads nothing, and runs nothing: the browser is told to refuse both. */
final class ReportPage {
  private static final int MAX_HOSTS = 100;
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

  private final ReportFindings found;
  private final HtmlWriter html = new HtmlWriter();

  ReportPage(ReportFindings found) {
    this.found = found;
  }

  String html() {
    String title = "Near-duplicates in " + found.subject().name();
    head(title);
    html.open("body").element("a", "Skip to the findings", "class", "skip", "href", "#savings");
    html.open("header").element("h1", title, "dir", "auto").element("p", summary()).close();
    contents();
    html.open("main");
    savings();
    resemblance();
    sizes();
    curve();
    kinds();
    hosts();
    groups();
    settings();
    return html.finish();
  }

  private void head(String title) {
    html.open("html", "lang", "en").open("head");
    html.empty("meta", "charset", "utf-8");
    html.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
    html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.empty("meta", "name", "color-scheme", "content", "light dark");
    html.element("title", title).style(styleSheet()).close();
  }

  private static String styleSheet() {
    try (InputStream css = ReportPage.class.getResourceAsStream("report.css")) {
      return new String(css.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String summary() {
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

  private void contents() {
    html.open("nav", "aria-label", "Contents");
    link("savings", "Savings");
    link("resemblance", "Resemblance");
    link("sizes", "Sizes");
    link("bands", "Bands");
    link("kinds", "Kinds");
    link("hosts", "Hosts");
    link("groups", "Groups");
    link("settings", "Settings");
    html.close();
  }

  private void link(String id, String text) {
    html.element("a", text, "href", "#" + id).text(" ");
  }

  private void section(String id, String heading) {
    html.open("section", "id", id, "aria-labelledby", id + "-heading");
    html.element("h2", heading, "id", id + "-heading");
  }

  private void paragraph(String text) {
    html.element("p", text);
  }

  private void savings() {
    section("savings", "Savings");
    ReportFindings.Savings savings = found.savings();
    Tables.begin(html, "What variants take up", "", "all", "variants", "share");
    Tables.row(
        html,
        "documents",
        Numbers.count(savings.documents()),
        Numbers.count(savings.variants()),
        Numbers.share(savings.variants(), savings.documents()));
    if (savings.hasTexts()) {
      Tables.row(
          html,
          "text",
          Numbers.bytes(savings.textBytes()),
          Numbers.bytes(savings.variantBytes()),
          Numbers.share(savings.variantBytes(), savings.textBytes()));
    }
    Tables.end(html);
    if (!savings.hasTexts()) {
      paragraph("The texts are not known here, so their sizes are not either.");
    }
    found.subject().notes().forEach(this::paragraph);
    html.close();
  }

  private void resemblance() {
    section("resemblance", "Resemblance of variants to their representative");
    if (found.savings().variants() == 0) {
      paragraph("There are no variants.");
    } else {
      paragraph(found.subject().resemblance());
      new BarChart(
              "resemblances",
              "Variants by resemblance to their representative",
              "resemblance",
              "variants",
              found.tally().byResemblance(),
              5,
              false)
          .draw(html);
    }
    html.close();
  }

  private void sizes() {
    section("sizes", "Sizes of groups");
    if (found.tally().groups() == 0) {
      paragraph("There are no groups.");
    } else {
      paragraph(
          "A group is a representative and its variants. The largest has "
              + Numbers.count(found.tally().largest(), "document")
              + ".");
      new BarChart(
              "group-sizes",
              "Groups by number of documents",
              "documents in the group",
              "groups",
              found.tally().bySize(),
              1,
              true)
          .draw(html);
    }
    html.close();
  }

  private void curve() {
    BandCurve curve = found.curve();
    section("bands", "What the bands find");
    paragraph(
        found.subject().comparison()
            + " if at least one of "
            + curve.bands().bands()
            + " bands of "
            + curve.bands().rows()
            + " slots of their sketches is the same. The curve is the probability of that,"
            + " computed;"
            + " the dashed line is the threshold, "
            + curve.threshold()
            + ".");
    paragraph(
        curve.points().isEmpty()
            ? "There are no points, as there are no texts to try."
            : "The points are measured. Each is the share of pairs found, of all pairs of about that"
                + " resemblance (steps of .02, counted in the texts) among "
                + curve.texts()
                + " of the texts below. Each pair was tried "
                + BandTrials.SEEDS
                + " times, with sketches made with seeds other than the one in use, which"
                + " found what is shown here.");
    new CurveChart(curve).draw(html);
    html.close();
  }

  private void kinds() {
    section("kinds", "Kinds of groups");
    if (found.tally().byKind().isEmpty()) {
      paragraph("Not known: 'neardup cluster' finds kinds, an index does not.");
    } else {
      Tables.begin(html, "Groups by kind", "kind", "groups", "documents");
      for (Tally.Count kind : found.tally().byKind()) {
        Tables.row(
            html, kind.kind(), Numbers.count(kind.groups()), Numbers.count(kind.documents()));
      }
      Tables.end(html);
    }
    html.close();
  }

  private void hosts() {
    section("hosts", "Hosts");
    if (found.hosts().isEmpty()) {
      paragraph("No document has an address, as its id or in a field url.");
    } else {
      paragraph("From the field url, or ids that are addresses; most variants first.");
      Tables.begin(html, "Documents by host", "host", "documents", "variants", "share");
      for (Hosts.Host host : found.hosts().stream().limit(MAX_HOSTS).toList()) {
        Tables.row(
            html,
            host.name(),
            Numbers.count(host.documents()),
            Numbers.count(host.variants()),
            Numbers.share(host.variants(), host.documents()));
      }
      Tables.end(html);
      more(found.hosts().size() - MAX_HOSTS, "host");
    }
    html.close();
  }

  private void more(long count, String thing) {
    if (count > 0) {
      paragraph("And " + Numbers.count(count, thing) + " more.");
    }
  }

  private void groups() {
    section("groups", "Groups");
    long shown = found.groups().size();
    paragraph(
        shown == found.tally().groups()
            ? "All groups, the largest first; of each, the "
                + Report.MAX_VARIANTS
                + " least similar variants at most."
            : "The largest "
                + Numbers.count(shown)
                + " of "
                + Numbers.count(found.tally().groups(), "group")
                + " (--top); of each, the "
                + Report.MAX_VARIANTS
                + " least similar variants at most.");
    paragraph(
        "Left the representative, right the variant: at most "
            + GroupList.MAX_PASSAGES
            + " passages, with the numbers of their first words, and "
            + GroupList.MAX_PART_CHARACTERS
            + " characters of a change.");
    new GroupList(html).add(found.groups());
    html.close();
  }

  private void settings() {
    section("settings", "Settings");
    Tables.begin(html, "What near-duplicates were found by", "setting", "value");
    found.settings().forEach((name, value) -> Tables.row(html, name, value));
    Tables.end(html);
    html.close();
  }
}
