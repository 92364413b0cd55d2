// SPDX-License-Identifier: Apache-2.0
package org.neardup.examples;

import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;

/** Five reports on two events, as documents. */
final class News {
  private static final String FIRE =
      "A fire broke out at the old wharf on Monday night and destroyed two sheds before the brigade"
          + " from the next town reached the harbour and put it out towards midnight";

  private static final String FERRY =
      "The ferry across the bay will not run this week because its engine needs a part that has to"
          + " come by ship, so travellers have to take the bus around the bay";

  /** A report: who published it, and what it says. */
  record Report(String id, String site, String text) {}

  /** Of the fire three versions, of which one has a word more, and of the ferry two. */
  static final List<Report> REPORTS =
      List.of(
          new Report("fire-1", "wire", FIRE),
          new Report("fire-2", "gazette", FIRE),
          new Report("fire-3", "herald", FIRE + " yesterday"),
          new Report("ferry-1", "wire", FERRY),
          new Report("ferry-2", "herald", FERRY));

  private News() {}

  static Document document(Report report) {
    Document document = new Document();
    document.add(new StringField("id", report.id(), Store.YES));
    document.add(new TextField("text", report.text(), Store.YES));
    return document;
  }
}
