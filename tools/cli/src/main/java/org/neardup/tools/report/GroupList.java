// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.explain.TextDifference.In;
import org.neardup.search.explain.TextDifference.Part;
import org.neardup.search.explain.TextDifference.Passage;
import org.neardup.tools.input.Address;

/** Groups to open one by one: each variant beside its representative, differences marked. */
record GroupList(HtmlWriter html) {
  static final int MAX_PASSAGES = 10;

  /** Of a longer part, its beginning and its end are shown. */
  static final int MAX_PART_CHARACTERS = 600;

  void add(List<ReportFindings.Group> groups) {
    for (int i = 0; i < groups.size(); i++) {
      add(groups.get(i), i + 1);
    }
  }

  private void add(ReportFindings.Group group, int rank) {
    html.open("details", "class", "group").open("summary").open("h3");
    html.element("span", rank + ".", "class", "rank").text(" ");
    name(group.representative());
    html.close();
    html.open("span", "class", "about").text(Numbers.count(group.documents(), "document"));
    if (!group.kind().isEmpty()) {
      html.text("; ").text(group.kind());
    }
    html.close().close();
    link(group.representative());
    for (ReportFindings.Variant variant : group.variants()) {
      add(group.representative(), variant);
    }
    int more = group.documents() - 1 - group.variants().size();
    if (more > 0) {
      html.element("p", "And " + Numbers.count(more, "variant") + " at least as similar.");
    }
    html.close();
  }

  private void add(ReportFindings.Name representative, ReportFindings.Variant variant) {
    html.open("section", "class", "variant").open("h4");
    name(variant.name());
    html.close();
    html.element("p", "Resemblance " + variant.resemblance() + ".");
    link(variant.name());
    if (variant.difference() == null) {
      html.element("p", "The texts are not known here.", "class", "note");
    } else if (variant.difference().passages().isEmpty()) {
      html.element("p", "The texts have the same words.", "class", "note");
    } else {
      compare(representative, variant);
    }
    html.close();
  }

  private void name(ReportFindings.Name name) {
    boolean titled = !name.title().isBlank();
    if (titled) {
      html.element("span", name.title(), "dir", "auto");
    }
    if (!name.id().equals(name.title())) {
      html.text(titled ? " " : "").element("code", name.id(), "dir", "auto");
    }
  }

  /** The page itself, where a browser can open it. */
  private void link(ReportFindings.Name name) {
    String address = name.url().isEmpty() ? name.id() : name.url();
    if (Address.isWeb(address)) {
      html.open("p").element("a", address, "href", address, "rel", "noopener noreferrer");
      html.close();
    }
  }

  private void compare(ReportFindings.Name representative, ReportFindings.Variant variant) {
    TextDifference difference = variant.difference();
    int count = difference.passages().size();
    html.open(
        "div", "class", "wide", "tabindex", "0", "role", "group", "aria-label", "Differences");
    html.open("table", "class", "difference");
    html.element("caption", "The texts differ in " + Numbers.count(count, "passage") + ".");
    html.open("thead").open("tr");
    html.element("th", "words", "scope", "col");
    html.element("th", representative.id(), "scope", "col", "dir", "auto");
    html.element("th", variant.name().id(), "scope", "col", "dir", "auto");
    html.close().close().open("tbody");
    difference.passages().stream().limit(MAX_PASSAGES).forEach(this::row);
    html.close().close().close();
    if (count > MAX_PASSAGES) {
      html.element("p", "And " + (count - MAX_PASSAGES) + " more.", "class", "note");
    }
    if (!difference.complete()) {
      html.element("p", "The texts differ too much to be aligned to the end.", "class", "note");
    }
  }

  private void row(Passage passage) {
    html.open("tr");
    html.element("th", (passage.wordOfA() + 1) + " / " + (passage.wordOfB() + 1), "scope", "row");
    cell(passage, In.A, "del");
    cell(passage, In.B, "ins");
    html.close();
  }

  private void cell(Passage passage, In in, String tag) {
    html.open("td", "dir", "auto");
    for (Part part : passage.parts()) {
      String words = shortened(part.words());
      if (part.in() == In.BOTH) {
        html.text(words).text(" ");
      } else if (part.in() == in) {
        html.element(tag, words).text(" ");
      }
    }
    html.close();
  }

  private static String shortened(String words) {
    if (words.codePointCount(0, words.length()) <= MAX_PART_CHARACTERS) {
      return words;
    }
    int half = MAX_PART_CHARACTERS / 2;
    return words.substring(0, words.offsetByCodePoints(0, half))
        + " […] "
        + words.substring(words.offsetByCodePoints(words.length(), -half));
  }
}
