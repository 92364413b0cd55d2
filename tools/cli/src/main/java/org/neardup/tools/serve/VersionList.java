// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.neardup.index.Verification;
import org.neardup.record.Place;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Explainer;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.explain.Versions;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.search.GuardedNeighbour;
import org.neardup.tools.search.VariantsReport;

/**
 * The other versions of a document, each compared with it.
 *
 * @param total how many others there are
 * @param from how many come before the cards
 * @param cards of those that resemble the representative of the group most, which comes first
 */
record VersionList(int total, int from, List<Card> cards) {
  static final VersionList NONE = new VersionList(0, 0, List.of());

  /** Makes the lists of one index. For one thread. */
  static final class Maker {
    private final NeardupIndex index;
    private final String dateField;
    private final Sketching sketching;
    private final Explainer explainer;

    Maker(NeardupIndex index, String dateField) throws IOException {
      this.index = index;
      this.dateField = dateField;
      sketching = Sketching.of(index);
      explainer = sketching.explainer(Verification.AUTO);
    }

    /** The document of an id, or the answer that there is none. */
    int find(String id) throws IOException {
      return explainer
          .find(id)
          .orElseThrow(
              () -> new ToolException(ExitCode.INPUT_FAILED, "there is no document with id " + id));
    }

    Explainer explainer() {
      return explainer;
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
      String shown = index.name(doc).id();
      Versions versions = explainer.versions(doc, null, from + most + 1);
      List<Card> cards = new ArrayList<>();
      int others = 0;
      for (Versions.Version version : versions.versions()) {
        if (version.doc() != doc && others++ >= from && cards.size() < most) {
          cards.add(
              new Card(
                  shown,
                  DocumentCard.of(index, version.doc(), dateField),
                  version.place(),
                  explainer.compare(doc, version.doc())));
        }
      }
      return new VersionList(versions.total() - 1, from, cards);
    }
  }

  /** As in {@code +3 versions}. */
  String plus() {
    return "+" + Counted.of(total, "version");
  }

  /** As in {@code 3 other versions}. */
  String others() {
    return Counted.of(total, "other version");
  }

  /** How many come after the cards. */
  int more() {
    return total - from - cards.size();
  }

  String moreCount() {
    return Counted.of(more(), "more version");
  }

  /**
   * A version of a document beside it.
   *
   * @param shown id of that document
   * @param place of the version
   * @param comparison of that document, a, and the version, b
   */
  record Card(String shown, DocumentCard card, Place place, Comparison comparison) {

    /** As in {@code 0.974 counted in the texts}. */
    String resemblance() {
      if (comparison.exact() != null) {
        return VariantsReport.decimal(comparison.exact().resemblance()) + ", counted in the texts";
      } else if (comparison.estimate() != null) {
        return VariantsReport.plusMinus(comparison.estimate()) + ", estimated from the sketches";
      }
      return "not known, as there is no text";
    }

    String placeName() {
      return switch (place) {
        case VISIBLE -> "visible";
        case HIDDEN -> "hidden";
        case CONTAINED -> "hidden, contained";
        case WOULD_BE_HIDDEN -> "would be hidden";
      };
    }

    /** Null if not both texts are stored. */
    TextDifference difference() {
      return comparison.difference();
    }

    String link() {
      return Site.linkToComparison(shown, card.id());
    }
  }
}
