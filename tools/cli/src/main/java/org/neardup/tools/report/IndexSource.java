// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.UnicodeUtil;
import org.neardup.compare.SketchedText;
import org.neardup.index.CollapseConfig;
import org.neardup.index.Variants;
import org.neardup.record.Place;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Explainer;
import org.neardup.sketch.ElementSet;
import org.neardup.tools.console.Compared;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.page.Numbers;
import org.neardup.tools.report.ReportFindings.Name;

/**
 * An index: its groups, and its stored fields, by Lucene's document numbers. Memory: about 200
 * bytes a document.
 */
final class IndexSource implements GroupSource {

  private final String name;
  private final Sketching sketching;
  private final CollapseConfig config;
  private final DirectoryReader reader;
  private final IndexGroups groups;
  private final Explainer explainer;
  private final String dateField;
  private final StoredFields storedFields;
  private final Set<String> fields;

  /**
   * Of all documents of an index.
   *
   * @param name of the index, for people
   */
  IndexSource(String name, Sketching sketching, String dateField) throws IOException {
    this.name = name;
    this.sketching = sketching;
    this.dateField = dateField;
    config = sketching.config();
    reader = sketching.index().all();
    groups = new IndexGroups(reader, sketching.packing());
    explainer = new Explainer(reader, config.idField(), sketching.sketcher(), config.rule());
    storedFields = reader.storedFields();
    fields = new HashSet<>(config.textFields());
    fields.addAll(List.of(config.idField(), Fields.TITLE, Fields.URL, dateField));
  }

  @Override
  public void forEachGroup(IOConsumer<Grouped> action) throws IOException {
    for (Grouped group : groups.all()) {
      action.accept(group);
    }
  }

  @Override
  public void forEachDocument(IOConsumer<Listed> action) throws IOException {
    Bits live = MultiBits.getLiveDocs(reader);
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      if (live == null || live.get(doc)) {
        Document stored = storedFields.document(doc, fields);
        action.accept(
            new Listed(
                name(stored),
                groups.arrival(doc),
                textBytes(stored),
                groups.isVariant(doc),
                groups.isCopy(doc),
                groups.sketch(doc)));
      }
    }
  }

  /** Bytes of the texts in UTF-8; -1 if none is stored. */
  private long textBytes(Document stored) {
    long bytes = -1;
    for (String field : config.textFields()) {
      for (String text : stored.getValues(field)) {
        bytes = Math.max(bytes, 0) + UnicodeUtil.calcUTF16toUTF8Length(text, 0, text.length());
      }
    }
    return bytes;
  }

  private Name name(Document stored) {
    return new Name(
        Fields.value(stored, config.idField()),
        Fields.value(stored, Fields.TITLE),
        Fields.value(stored, Fields.URL),
        Timeline.shown(Fields.value(stored, dateField)));
  }

  @Override
  public Known known(int doc) throws IOException {
    Document stored = storedFields.document(doc, fields);
    return new Known(name(stored), Fields.texts(stored, config));
  }

  @Override
  public ElementSet elements(int doc) throws IOException {
    SketchedText text = sketching.sketcher().sketch(storedFields.document(doc, fields), 0);
    return text.elementCount() < config.minElements() ? null : text.elementSet();
  }

  @Override
  public String resemblance(int representative, Grouped.Near variant) throws IOException {
    Comparison comparison = explainer.compare(representative, variant.doc());
    String estimate = Numbers.plusMinus(comparison.estimate()) + " by sketches";
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

  @Override
  public ReportFindings.Subject subject() {
    Compared compared = Compared.by(config.comparesValues());
    return new ReportFindings.Subject(
        name,
        sketching.index().settings(),
        compared,
        config.variants() == Variants.REPORT ? "would be hidden behind" : "are hidden behind",
        "Estimated by the sketches in the index, with a standard error of about "
            + Numbers.decimal(sketching.packing().standardError(0.9))
            + " at .9. "
            + (compared == Compared.SETS
                ? "The values of sets decided"
                : "Where sketches were not sure the texts decided")
            + ", so that some estimates are below the threshold.",
        "Two " + compared.nouns() + " are compared",
        notes());
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (config.variants() == Variants.DROP) {
      notes.add("The index drops variants: what was dropped is not in it, nor counted here.");
    }
    if (groups.standIns() > 0) {
      notes.add(
          "Groups without a visible document, as another program deleted it: "
              + groups.standIns()
              + ". The first hidden one represents each here, until neardup check --repair shows"
              + " one.");
    }
    return notes;
  }
}
