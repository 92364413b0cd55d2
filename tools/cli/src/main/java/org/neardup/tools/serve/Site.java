// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.util.Map;
import java.util.TreeMap;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.page.Pages;

/**
 * What is served.
 *
 * @param folder of the index
 * @param dateField a stored field to show with documents
 */
record Site(IndexFolder folder, String dateField) {

  /** What people call the index. */
  String name() {
    return folder.path().toAbsolutePath().normalize().getFileName().toString();
  }

  /** All pages by their paths. */
  Map<String, Page> pages() {
    Map<String, Page> pages = new TreeMap<>(Api.of(this));
    pages.put("/", new ResultsPage(this));
    pages.put("/document", new DocumentPage(this));
    pages.put("/compare", new ComparisonPage(this));
    pages.put("/similar", new SimilarPage(this));
    pages.put("/style.css", file("text/css", Pages.style() + resource("serve.css")));
    pages.put("/icon.svg", file("image/svg+xml", resource("icon.svg")));
    return pages;
  }

  private static Page file(String type, String content) {
    Answer answer = new Answer(200, type + "; charset=utf-8", content);
    return (index, parameters) -> answer;
  }

  private static String resource(String name) {
    return Pages.resource(Site.class, name);
  }
}
