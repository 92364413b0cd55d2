// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.neardup.search.explain.TextDifference;
import org.neardup.tools.console.Compared;
import org.neardup.tools.index.IndexCounts;

/** What a {@link Survey} works through: groups of documents, which have numbers. For one thread. */
interface GroupSource {
  /** How many documents and groups there are. */
  IndexCounts counts() throws IOException;

  /** What the documents are compared by. */
  Compared compared();

  /** The groups of several documents, by number. */
  List<Grouped> groups();

  DocumentCard card(int doc) throws IOException;

  /** The cards of documents in one list. */
  default List<DocumentCard> cards(List<Integer> docs) throws IOException {
    List<DocumentCard> cards = new ArrayList<>();
    for (int doc : docs) {
      cards.add(card(doc));
    }
    return cards;
  }

  /** What is compared of a document; null if it is not known. */
  String text(int doc) throws IOException;

  /** Where two texts differ, by the words that are compared. */
  TextDifference difference(String a, String b);

  /** How much two resemble each other, and how that was found, in words. */
  String resemblance(int representative, Grouped.Near variant) throws IOException;

  /** What {@link Grouped.Near#resemblance} is. */
  String measure();

  /** What a reader must know of the numbers; empty if that is nothing. */
  String note();

  /**
   * A representative and its variants.
   *
   * @param number of the group, unique
   * @param kind what the group is and why, in words; empty if that is not known
   * @param copies variants with the text of the representative
   * @param near the other variants, the least similar first
   */
  record Grouped(
      long number, int representative, String kind, List<Integer> copies, List<Near> near) {

    /**
     * A variant with another text than its representative's.
     *
     * @param resemblance to the representative, 0 to 1
     * @param note what else is known of it; null if nothing is
     */
    record Near(int doc, double resemblance, String note) {
      static final Comparator<Near> LEAST_SIMILAR_FIRST =
          Comparator.comparingDouble(Near::resemblance);
    }

    /** How many documents it has. */
    int documents() {
      return 1 + copies.size() + near.size();
    }
  }
}
