// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

/** Tables of a name and numbers, with a caption and headings. */
final class Tables {
  private Tables() {}

  /** Begins a table; {@link #end} ends it. */
  static void begin(HtmlWriter html, String caption, String... headings) {
    html.open("div", "class", "wide").open("table").element("caption", caption);
    html.open("thead").open("tr");
    for (String heading : headings) {
      html.element("th", heading, "scope", "col");
    }
    html.close().close().open("tbody");
  }

  /** A row: its name, then its numbers. */
  static void row(HtmlWriter html, String name, String... numbers) {
    html.open("tr").element("th", name, "scope", "row", "dir", "auto");
    for (String number : numbers) {
      html.element("td", number);
    }
    html.close();
  }

  static void end(HtmlWriter html) {
    html.close().close().close();
  }
}
