// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.util.List;
import org.neardup.tools.difference.Contrast.Change;
import org.neardup.tools.search.SearchReport;
import org.neardup.tools.search.Snippets;

/**
 * A hit of a search.
 *
 * @param hit as found
 * @param title what matches in it
 * @param snippet what matches in the text
 * @param page address of the page of hits
 * @param versions the others of its group, compared where the reader opened them
 * @param changes in what one of these differs, where they are closed
 */
record HitCard(
    SearchReport.Hit hit,
    DocumentCard card,
    List<Snippets.Part> title,
    List<Snippets.Part> snippet,
    String page,
    VersionList versions,
    List<Change> changes) {

  /** The same page with the versions compared. */
  String openLink() {
    return page + "&open=" + Parameters.encode(hit.id()) + "#opened";
  }

  /** As in {@code 2 of them match}; empty where that is not known. */
  String matching() {
    if (hit.matchingVersions() == null || versions.total() == 0) {
      return "";
    }
    int others = hit.matchingVersions() - 1;
    if (others == versions.total()) {
      return others == 1 ? "it matches, too" : "all match";
    }
    return others == 0
        ? "none matches"
        : others + " of them " + (others == 1 ? "matches" : "match");
  }
}
