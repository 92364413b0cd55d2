// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexableField;
import org.neardup.record.Place;
import org.neardup.search.explain.ChangeKind;
import org.neardup.search.explain.Comparison.Compared;
import org.neardup.search.explain.GroupSummaries.Differences;
import org.neardup.tools.console.Json;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.page.Excerpt;
import org.neardup.tools.report.DocumentCard;
import org.neardup.tools.report.DocumentCard.StoredValue;
import org.neardup.tools.search.GuardedNeighbour;
import org.neardup.tools.search.HitSummaries;
import org.neardup.tools.serve.VersionList.Order;

/** A document: its fields, its versions, its text. */
record DocumentPage(Site site, PerCommit<Integer, Optional<Differences>> differences)
    implements Handler {
  private static final int VERSIONS = 20;
  private static final int MAX_PAGES = 100_000;
  private static final int MAX_TEXT_CHARACTERS = 50_000;
  private static final int MAX_VALUE_CHARACTERS = 1000;
  private static final int MAX_VALUES = 100;

  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    VersionList.Maker versions = VersionList.Maker.of(index, site);
    int doc = versions.find(parameters.only("id", "page", "order", "differ", "origin").id("id"));
    int page = parameters.number("page", 1, 1, MAX_PAGES);
    Order order = parameters.choice("order", Order.RESEMBLANCE);
    int from = (page - 1) * VERSIONS;
    Document stored = index.all().storedFields().document(doc);
    String text = Site.text(index, doc);
    Compared compared =
        index.groups().hasGroup(doc) ? versions.explainer().compare(doc, doc).a() : null;
    HitSummaries summaries = HitSummaries.byDefault(index, site.dateField());
    Only only = only(summaries, doc, index, parameters);
    return Answer.page(
        200,
        "serve/document.jte",
        new View(
            Heading.of(site),
            versions.card(doc),
            compared == null ? Place.VISIBLE : compared.place(),
            compared == null || compared.place() == Place.VISIBLE
                ? null
                : versions.card(versions.find(compared.representative())),
            order,
            order == Order.DATE
                ? versions.byDate(doc, from, VERSIONS)
                : versions.of(doc, only == null ? null : only.ids(), from, VERSIONS),
            only,
            new HitVersions(
                summaries.groups().withoutTexts().of(new int[] {doc}, null).getFirst(),
                summaries.origin(),
                versions.card(doc)),
            versions.guarded(doc),
            values(index, stored),
            Excerpt.shortened(text, MAX_TEXT_CHARACTERS),
            text.length() > MAX_TEXT_CHARACTERS));
  }

  /** The versions that a reader wants to see; null for all. */
  private Only only(HitSummaries summaries, int doc, NeardupIndex index, Parameters parameters)
      throws IOException {
    String origin = parameters.exact("origin");
    if (!origin.isEmpty()) {
      return new Only(
          "origin", origin, "from " + origin, Set.copyOf(summaries.groups().ofOrigin(doc, origin)));
    } else if (parameters.exact("differ").isEmpty()) {
      return null;
    }
    ChangeKind kind = parameters.choice("differ", ChangeKind.FORM);
    List<String> ids =
        differences
            .of(index, doc)
            .map(known -> known.byKind().getOrDefault(kind, List.of()))
            .orElse(List.of());
    return new Only("differ", Json.lower(kind), "differing in " + kind.label(), Set.copyOf(ids));
  }

  /**
   * Some of the versions.
   *
   * @param parameter that names them, with its value
   * @param which they are, in words
   */
  record Only(String parameter, String value, String which, Set<String> ids) {}

  private static List<StoredValue> values(NeardupIndex index, Document stored) {
    List<StoredValue> values = new ArrayList<>();
    for (IndexableField field : stored) {
      String value = field.stringValue();
      boolean isShown =
          value != null
              && !field.name().equals(Fields.TITLE)
              && !index.config().textFields().contains(field.name());
      if (isShown && values.size() < MAX_VALUES) {
        values.add(new StoredValue(field.name(), Excerpt.shortened(value, MAX_VALUE_CHARACTERS)));
      }
    }
    return values;
  }

  /**
   * A document with its versions.
   *
   * @param behind the visible document that it is hidden behind, or would be; null if it is visible
   * @param only which versions these are; null for all
   * @param said by all versions
   * @param guarded what is near it, or what it is behind, if guards did not part them
   * @param fields that are stored, but for title and text
   * @param text that is stored, or its beginning; empty if there is none
   * @param cut whether it is the beginning
   */
  record View(
      Heading heading,
      DocumentCard card,
      Place place,
      DocumentCard behind,
      Order order,
      VersionList versions,
      Only only,
      HitVersions said,
      List<GuardedNeighbour> guarded,
      List<StoredValue> fields,
      String text,
      boolean cut) {

    /** Of other versions. */
    int page() {
      return versions.from() / VERSIONS + 1;
    }

    /** How many come after those of this page. */
    int more() {
      return versions.more() + (order == Order.DATE ? 1 : 0);
    }

    /** The address of its versions in an order, and of a page of them. */
    String link(Order other, int page) {
      boolean areSome = only != null && other == Order.RESEMBLANCE;
      List<String> values =
          List.of(other == Order.DATE ? "date" : "", areSome ? only.value() : "", "");
      List<String> names = List.of("order", areSome ? only.parameter() : "", "page");
      return Parameters.link(card.link(), names, values, "page", Parameters.page(page))
          + "#versions";
    }
  }
}
