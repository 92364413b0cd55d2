// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.StoredFields;
import org.neardup.index.CollapseConfig;
import org.neardup.record.Place;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Explainer;
import org.neardup.tools.index.Fields;
import org.neardup.tools.report.ReportFindings.Name;

/** The stored fields of an index, by Lucene's document numbers. For one thread. */
final class IndexDocuments implements GroupDocuments {
  private static final String URL = "url";

  private final CollapseConfig config;
  private final Explainer explainer;
  private final String dateField;
  private final StoredFields storedFields;
  private final Set<String> names;
  private final Set<String> all;

  IndexDocuments(IndexReader reader, CollapseConfig config, Explainer explainer, String dateField)
      throws IOException {
    this.config = config;
    this.explainer = explainer;
    this.dateField = dateField;
    storedFields = reader.storedFields();
    names =
        Set.copyOf(
            List.of(config.idField(), Fields.TITLE, URL, dateField).stream().distinct().toList());
    all = new HashSet<>(names);
    all.addAll(config.textFields());
  }

  /** All that is read of a document. */
  Document stored(int doc) throws IOException {
    return storedFields.document(doc, all);
  }

  /** How people know a document. */
  Name name(Document stored) {
    return new Name(
        known(stored.get(config.idField())),
        known(stored.get(Fields.TITLE)),
        known(stored.get(URL)),
        Timeline.shown(known(stored.get(dateField))));
  }

  private static String known(String value) {
    return value == null ? "" : value;
  }

  /** The text of a document; null if it is not stored. */
  String text(Document stored) {
    return Fields.texts(stored, config);
  }

  @Override
  public Name name(int doc) throws IOException {
    return name(storedFields.document(doc, names));
  }

  @Override
  public String text(int doc) throws IOException {
    return text(storedFields.document(doc, Set.copyOf(config.textFields())));
  }

  @Override
  public String resemblance(int representative, Grouped.Near variant) throws IOException {
    Comparison comparison = explainer.compare(representative, variant.doc());
    String estimate =
        Numbers.decimal(comparison.estimate().resemblance())
            + " ± "
            + Numbers.decimal(comparison.estimate().standardError())
            + " by sketches";
    return comparison.exact() == null
        ? estimate
        : contained(comparison)
            + Numbers.decimal(comparison.exact().resemblance())
            + " counted in the "
            + (config.comparesValues() ? "values" : "texts")
            + ", "
            + estimate;
  }

  private static String contained(Comparison comparison) {
    return comparison.b().place() == Place.CONTAINED
        ? Numbers.decimal(comparison.exact().containmentOfB()) + " of it contained; "
        : "";
  }
}
