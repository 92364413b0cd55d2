// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;
import java.util.stream.Stream;
import org.neardup.tools.input.Address;
import org.neardup.tools.page.Excerpt;
import org.neardup.tools.page.Label;

/**
 * What every list shows of a document. Empty texts are not known.
 *
 * @param site host of its address
 * @param address of the page itself, if a browser can open it
 * @param link to what there is to see of it
 * @param fields other stored values that are to be shown
 */
public record DocumentCard(
    String id,
    String title,
    String date,
    String site,
    String address,
    String link,
    List<StoredValue> fields) {
  private static final int MAX_TITLE_CHARACTERS = 300;
  private static final int MAX_ID_CHARACTERS = 48;
  private static final int MAX_DATE_CHARACTERS = 60;

  /** A stored value of a field. */
  public record StoredValue(String field, String value) {}

  /** Of values as they are stored; the document itself is all there is to see of it. */
  static DocumentCard of(String id, String title, String date, String url) {
    String address = url.isEmpty() ? id : url;
    String page = Address.isWeb(address) ? address : "";
    return new DocumentCard(
        id,
        Excerpt.shortened(title, MAX_TITLE_CHARACTERS),
        Excerpt.shortened(date, MAX_DATE_CHARACTERS),
        Address.host(address),
        page,
        page,
        List.of());
  }

  /** The same with another link. */
  DocumentCard leading(String to) {
    return new DocumentCard(id, title, date, site, address, to, fields);
  }

  /** The same with more values. */
  DocumentCard with(List<StoredValue> more) {
    List<StoredValue> all = Stream.concat(fields.stream(), more.stream()).toList();
    return new DocumentCard(id, title, date, site, address, link, all);
  }

  /** The title, or the id of a document without one. */
  public String name() {
    return title.isBlank() ? id : title;
  }

  /** Whether a line of facts has any. */
  boolean hasFacts() {
    return !date.isEmpty() || !site.isEmpty() || !fields.isEmpty() || !name().equals(id);
  }

  /** The id, or its beginning and its end. */
  String shortId() {
    return Excerpt.of(id, MAX_ID_CHARACTERS, "…");
  }

  /**
   * What to call it beside another: with its date if both have one, or else where names are equal
   * with its id.
   */
  public Label beside(DocumentCard other) {
    boolean haveDates = !date.isEmpty() && !other.date.isEmpty() && !date.equals(other.date);
    return new Label(name(), haveDates ? date : name().equals(other.name()) ? shortId() : "");
  }
}
