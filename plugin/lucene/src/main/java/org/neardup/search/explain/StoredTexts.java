// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.neardup.compare.Guard;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.search.explain.Comparison.ValueDifference;
import org.neardup.search.explain.Explainer.IndexedDocument;

/**
 * The texts of documents, where they are stored. For one thread.
 *
 * @param comparedFields that sketches are made of, besides the text fields
 * @param sketcher sketches them as they were sketched when they were written
 * @param analyzer of the texts
 */
record StoredTexts(
    IndexReader reader,
    List<String> textFields,
    Set<String> comparedFields,
    Sketcher sketcher,
    Analyzer analyzer) {

  /** Sketches stored texts. */
  @FunctionalInterface
  interface Sketcher {
    /**
     * Sketches the stored fields of a document.
     *
     * @param scope hash of the name of its scope
     */
    SketchedText sketch(Document fields, long scope) throws IOException;
  }

  /**
   * What is stored of a document.
   *
   * @param text what was compared, as it was given; null if not all of it is stored
   * @param elements of the text, whatever its scope, as the words are; null if the text is
   * @param fields the stored fields
   */
  record Stored(String text, ElementSet elements, Document fields) {}

  /**
   * Reads a document.
   *
   * @param anotherField to read too, null for none
   */
  Stored read(IndexedDocument document, String anotherField) throws IOException {
    Set<String> names = new HashSet<>(textFields);
    names.addAll(comparedFields);
    if (anotherField != null) {
      names.add(anotherField);
    }
    Document fields = reader.storedFields().document(document.doc(), names);
    SketchedText sketched = sketcher.sketch(fields, document.scope());
    // It is the whole text if its sketch is the same.
    return Arrays.equals(sketched.value(), document.sketch())
        ? new Stored(text(fields, textFields), sketched.elementSetWithoutScope(), fields)
        : new Stored(null, null, fields);
  }

  /** Where two texts, neither null, differ, by the words that are compared. */
  TextDifference difference(Stored a, Stored b) {
    String field = textFields.getFirst();
    return TextDifference.of(a.text, b.text, text -> analyzer.tokenStream(field, text));
  }

  /** The values of the fields, in their order. */
  List<ValueDifference.Value> values(Stored stored) {
    List<ValueDifference.Value> values = new ArrayList<>();
    for (String field : textFields) {
      for (String value : stored.fields().getValues(field)) {
        values.add(new ValueDifference.Value(field, value));
      }
    }
    return values;
  }

  /** What a guard compares of a document whose text is known. */
  static List<String> guarded(Stored stored, Guard guard) {
    return guard.field() == null
        ? guard.words(stored.text())
        : List.of(stored.fields().getValues(guard.field()));
  }

  /** All texts of some fields, a line each. */
  static String text(Document fields, List<String> textFields) {
    List<String> texts = new ArrayList<>();
    for (String name : textFields) {
      texts.addAll(Arrays.asList(fields.getValues(name)));
    }
    return String.join("\n", texts);
  }
}
