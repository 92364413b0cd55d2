// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neardup.index.Verification;
import org.neardup.record.Place;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Explainer;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.explain.Versions;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
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
record VersionList(int total, int from, int taken, List<Card> cards) {
  static final VersionList NONE = closed(0);

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

    /** What is near a document, if guards did not part them. */
    List<GuardedNeighbour> guarded(int doc) throws IOException {
      return index.groups().hasGroup(doc)
          ? GuardedNeighbour.of(sketching, explainer, doc)
          : List.of();
    }

    /**
     * The versions of a document.
     *
     * @param from how many to leave out
     * @param most to compare
     */
    VersionList of(int doc, int from, int most) throws IOException {
      if (!index.groups().hasGroup(doc)) {
        return NONE; // another program wrote it
      }
      DocumentCard shown = DocumentCard.of(index, doc, site);
      Versions versions = explainer.versions(doc, null, from + most + 1);
      Map<Object, Card> cards = new LinkedHashMap<>();
      int others = 0;
      int taken = 0;
      for (Versions.Version version : versions.versions()) {
        if (version.doc() != doc && others++ >= from && taken < most) {
          add(cards, card(shown, doc, version.doc()));
          taken++;
        }
      }
      return new VersionList(versions.total() - 1, from, taken, List.copyOf(cards.values()));
    }

    private Card card(DocumentCard shown, int doc, int version) throws IOException {
      Comparison comparison = explainer.compare(doc, version);
      DocumentCard card = DocumentCard.of(index, version, site);
      return new Card(shown, card, comparison.b().place(), comparison, List.of());
    }

    private static void add(Map<Object, Card> cards, Card card) {
      boolean isTold = card.difference() != null && card.difference().complete();
      cards.merge(isTold ? card.difference().changes() : card, card, Card::and);
    }

    /** All versions of a document by date. */
    VersionList byDate(int doc, int from, int most) throws IOException {
      if (!index.groups().hasGroup(doc)) {
        return NONE;
      }
      int[] members = index.groups().members(doc);
      Map<Integer, DocumentCard> byDoc = new HashMap<>();
      for (int member : members) {
        byDoc.put(member, DocumentCard.of(index, member, site));
      }
      List<Integer> order =
          byDoc.keySet().stream()
              .sorted(
                  Comparator.comparing((Integer each) -> byDoc.get(each).date())
                      .thenComparing(each -> byDoc.get(each).id()))
              .toList();
      List<Card> cards = new ArrayList<>();
      for (int i = from; i < Math.min(order.size(), from + most); i++) {
        int before = order.get(Math.max(0, i - 1));
        Card card = card(byDoc.get(before), before, order.get(i));
        cards.add(i == 0 ? card.first() : card);
      }
      return new VersionList(members.length - 1, from, cards.size(), cards);
    }
  }

  /** How many come after the cards. */
  int more() {
    return total - from - taken;
  }

  /**
   * A version of a document beside it.
   *
   * @param shown that document
   * @param place of the version
   * @param comparison of that document, a, and the version, b; null if there is no such document
   * @param same others that differ from it in the same words
   */
  record Card(
      DocumentCard shown, DocumentCard card, Place place, Comparison comparison, List<Card> same) {

    /** One for both. */
    Card and(Card other) {
      List<Card> all = Stream.concat(same.stream(), Stream.of(other)).toList();
      return new Card(shown, card, place, comparison, all);
    }

    /** The first of all, before which there is none. */
    Card first() {
      return new Card(shown, card, place, null, same);
    }

    /** Null if not both texts are stored. */
    TextDifference difference() {
      return comparison.difference();
    }
  }
}
