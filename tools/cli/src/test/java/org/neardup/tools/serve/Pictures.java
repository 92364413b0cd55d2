// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** The pictures of pages in the documents: SVG that holds the page, of made-up documents. */
final class Pictures {
  static final int WIDTH = 960;

  /** One of them, of what fits into a height. */
  record Picture(String name, String path, int height) {
    Path file() {
      return Path.of("..", "docs", name);
    }
  }

  static final List<Picture> ALL =
      List.of(
          new Picture("first.svg", "/overview", 1180),
          new Picture("hits.svg", "/?q=harbour&open=fire-1", 1090),
          new Picture("groups.svg", "/groups", 510),
          new Picture("compare.svg", "/compare?a=fees-2024&b=fees-2025", 680));

  private static final String FIRE =
      "A fire broke out at the old wharf on Monday night and destroyed two sheds before dawn, the"
          + " harbour office said; nobody was hurt, and the ferries left on time.";

  private static final String FEES =
      "Who lands in the harbour from the first of the month on pays for each day, for each night and"
          + " for each boat that is longer than ten steps, at the office; the fee is ";

  private Pictures() {}

  static Served serve(Path folder) throws IOException {
    return new Served(
        folder,
        document("fire-1", "Fire at the wharf", "2024-03-05", "harbour.example", FIRE),
        document(
            "fire-2",
            "Wharf burns",
            "2024-03-06",
            "gazette.example",
            FIRE.replace("on time", "an hour late")),
        document("fire-3", "Fire at the wharf", "2024-03-07", "wire.example", "(Wire) " + FIRE),
        document("fees-2024", "Fees of 2024", "2024-01-01", "harbour.example", FEES + "9 crowns."),
        document("fees-2025", "Fees of 2025", "2025-01-01", "harbour.example", FEES + "12 crowns."),
        document(
            "ferry",
            "The ferry is back",
            "2024-06-11",
            "harbour.example",
            "The ferry is back in service after a week of repairs, and the first boat leaves the"
                + " harbour at six."),
        document(
            "market",
            "A market at the quay",
            "2025-04-02",
            "gazette.example",
            "Thirty stalls sell fish and bread at the quay each Saturday until the end of summer."));
  }

  private static String document(String id, String title, String date, String site, String text)
      throws IOException {
    String url = "https://" + site + "/" + id;
    return Served.document("id", id, "title", title, "date", date, "url", url, "text", text);
  }

  /** The body of a page and its style sheet; nothing in it leads or loads anything. */
  static String svg(Served served, Picture picture) throws IOException {
    Document page = served.page(picture.path());
    page.outputSettings().syntax(Document.OutputSettings.Syntax.xml).prettyPrint(false);
    Element body = page.body().attr("xmlns", "http://www.w3.org/1999/xhtml");
    body.select("svg").attr("xmlns", "http://www.w3.org/2000/svg");
    body.select("[href]").attr("href", "#");
    body.select("[action]").attr("action", "#");
    body.select(".skip").remove();
    // An image has the width at which it is shown, which is not that of the page in it.
    String style =
        served
            .get("/style.css")
            .body()
            .replaceAll("@media \\(max-width:[^)]*\\)", "@media not all")
            .replaceAll("@media \\(min-width:[^)]*\\)", "@media all");
    return String.format(
        Locale.ROOT,
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d">
        <!-- SPDX-License-Identifier: Apache-2.0 -->
        <style>
        %3$s
        :root { background: var(--page); }
        :where(a) { text-decoration: underline; } /* as links, which images have none of */
        </style>
        <foreignObject width="100%%" height="100%%">
        %4$s
        </foreignObject>
        </svg>
        """,
        WIDTH,
        picture.height(),
        style,
        body.outerHtml());
  }
}
