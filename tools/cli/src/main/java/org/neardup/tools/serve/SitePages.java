// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.util.Map;
import java.util.TreeMap;
import org.neardup.tools.page.Pages;

/** All pages by their paths. */
final class SitePages {
  private SitePages() {}

  static Map<String, Page> of(Site site) {
    Map<String, Page> pages = new TreeMap<>(Api.of(site));
    pages.put("/", new ResultsPage(site));
    pages.put("/document", new DocumentPage(site));
    pages.put("/compare", new ComparisonPage(site));
    pages.put("/similar", new SimilarPage(site));
    pages.put("/style.css", file("text/css", Pages.style() + resource("serve.css")));
    pages.put("/icon.svg", file("image/svg+xml", resource("icon.svg")));
    return pages;
  }

  private static Page file(String type, String content) {
    Answer answer = new Answer(200, type + "; charset=utf-8", content);
    return (index, parameters) -> answer;
  }

  private static String resource(String name) {
    return Pages.resource(SitePages.class, name);
  }
}
