// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.util.List;
import org.neardup.record.Place;

/**
 * A document with its versions.
 *
 * @param behind id of the visible document that it is hidden behind, or would be; null if it is
 *     visible
 * @param fields that are stored, but for title and text
 * @param text that is stored, or its beginning; empty if there is none
 * @param cut whether it is the beginning
 */
record DocumentView(
    Heading heading,
    DocumentCard card,
    Place place,
    String behind,
    VersionList versions,
    List<StoredValue> fields,
    String text,
    boolean cut) {

  /** A stored value of a field. */
  record StoredValue(String field, String value) {}

  /** Where it stands, in words; the document that it is behind follows. */
  String standing() {
    return switch (place) {
      case VISIBLE ->
          versions.total() == 0 ? "Visible." : "Visible: it stands for all its versions.";
      case HIDDEN -> "Hidden behind";
      case CONTAINED -> "Hidden, as it is contained in";
      case WOULD_BE_HIDDEN ->
          "Visible, as the index only reports near-duplicates; else hidden behind";
    };
  }

  String behindLink() {
    return Link.toDocument(behind);
  }

  String similarLink() {
    return Link.toSimilar(card.id());
  }
}
