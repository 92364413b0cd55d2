// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neardup.index.Verification;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Contrast.Change;
import org.neardup.search.explain.Explainer;
import org.neardup.search.explain.Versions;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.IndexSketches;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.report.DocumentCard;
import org.neardup.tools.report.LookFirst;
import org.neardup.tools.report.Version;
import org.neardup.tools.search.GuardedNeighbour;

/**
 * The other versions of a document, each compared with it, or all of them, each compared with the
 * one before it.
 *
 * @param total how many others there are
 * @param from how many come before the cards
 * @param taken how many the cards are of
 * @param cards one for all that differ in the same words
 */
record VersionList(int total, int from, int taken, List<Version> cards) {
  static final VersionList NONE = closed(0);

  private static final int MAX_CHANGES = 3;
  private static final int MAX_CHANGE_CHARACTERS = 40; // longer ones have no room in a row
  private static final int MAX_COMPARED_CHARACTERS = 100_000; // more take too long

  /** So many others are looked at for one with another text. */
  private static final int MAX_VERSIONS = 8;

  /** Without cards. */
  static VersionList closed(int total) {
    return new VersionList(total, 0, 0, List.of());
  }

  /** In which order versions come. */
  enum Order {
    /** The representative of the group, then those that resemble it most first. */
    RESEMBLANCE,
    /** The oldest first, each compared with the one before it; those without a date come first. */
    DATE
  }

  /** Makes the lists of one index. For one thread. */
  record Maker(NeardupIndex index, Site site, Sketching sketching, Explainer explainer) {
    static Maker of(NeardupIndex index, Site site) throws IOException {
      Sketching sketching = Sketching.of(index);
      return new Maker(index, site, sketching, sketching.explainer(Verification.AUTO));
    }

    /** The document of an id, or the answer that there is none. */
    int find(String id) throws IOException {
      return explainer
          .find(id)
          .orElseThrow(
              () -> new ToolException(ExitCode.INPUT_FAILED, "there is no document with id " + id));
    }

    DocumentCard card(int doc) throws IOException {
      return site.cards().of(index, doc);
    }

    /** What is near a document, if guards did not part them. */
    List<GuardedNeighbour> guarded(int doc) throws IOException {
      return index.groups().hasGroup(doc)
          ? GuardedNeighbour.of(sketching, explainer, doc)
          : List.of();
    }

    /**
     * The versions of a document.
     *
     * @param only ids of those that count; null if all do
     * @param from how many to leave out
     * @param most to compare
     */
    VersionList of(int doc, Set<String> only, int from, int most) throws IOException {
      if (!index.groups().hasGroup(doc)) {
        return NONE; // another program wrote it
      }
      DocumentCard shown = card(doc);
      int read = only == null ? from + most + 1 : Integer.MAX_VALUE;
      Versions versions = explainer.versions(doc, null, read);
      List<Version> cards = new ArrayList<>();
      int others = 0;
      for (Versions.Version version : versions.versions()) {
        boolean counts = version.doc() != doc && (only == null || only.contains(version.id()));
        if (counts && others++ >= from && cards.size() < most) {
          cards.add(version(shown, doc, version.doc()));
        }
      }
      int total = only == null ? versions.total() - 1 : others;
      return new VersionList(total, from, cards.size(), Version.merged(cards));
    }

    private Version version(DocumentCard shown, int doc, int version) throws IOException {
      Comparison comparison = explainer.compare(doc, version);
      DocumentCard card = card(version);
      return new Version(
          shown,
          card,
          comparison.b().place(),
          Version.resemblance(comparison),
          Version.difference(comparison),
          Site.linkToComparison(shown.id(), card.id()),
          List.of());
    }

    /** All versions of a document by date. */
    VersionList byDate(int doc, int from, int most) throws IOException {
      if (!index.groups().hasGroup(doc)) {
        return NONE;
      }
      int[] members = index.groups().members(doc);
      Map<Integer, DocumentCard> byDoc = new HashMap<>();
      for (int member : members) {
        byDoc.put(member, card(member));
      }
      List<Integer> order =
          byDoc.keySet().stream()
              .sorted(
                  Comparator.comparing((Integer each) -> byDoc.get(each).date())
                      .thenComparing(each -> byDoc.get(each).id()))
              .toList();
      List<Version> cards = new ArrayList<>();
      for (int i = from; i < Math.min(order.size(), from + most); i++) {
        int before = order.get(Math.max(0, i - 1));
        Version version = version(byDoc.get(before), before, order.get(i));
        cards.add(i == 0 ? version.first() : version);
      }
      return new VersionList(members.length - 1, from, cards.size(), cards);
    }
  }

  /** How many come after the cards. */
  int more() {
    return total - from - taken;
  }

  /**
   * The words in which another version differs from a document, for rows that are closed: the most
   * telling changes; none if texts are the same, not stored or long.
   */
  static List<Change> changes(NeardupIndex index, int doc) throws IOException {
    IndexSketches sketches = new IndexSketches(index.all());
    byte[] sketch = sketches.sketch(doc);
    int looked = 0;
    for (int version : index.groups().members(doc)) {
      byte[] other = version == doc ? null : sketches.sketch(version);
      if (sketch != null && other != null && !IndexSketches.areOfOneText(sketch, other)) {
        String a = Site.text(index, doc);
        String b = Site.text(index, version);
        boolean isShort =
            !a.isEmpty() && !b.isEmpty() && a.length() + b.length() <= MAX_COMPARED_CHARACTERS;
        if (!isShort) {
          return List.of();
        }
        List<Change> changes =
            LookFirst.telling(Sketching.of(index).difference(a, b), MAX_CHANGE_CHARACTERS);
        return changes.subList(0, Math.min(MAX_CHANGES, changes.size()));
      }
      if (++looked > MAX_VERSIONS) {
        break;
      }
    }
    return List.of();
  }
}
