// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.IndexableFieldType;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.analysis.PackedTokens;
import org.neardup.internal.analysis.ReplayedField;
import org.neardup.internal.compare.FieldValues;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.record.FieldNames;
import org.neardup.internal.record.KeyFields;
import org.neardup.internal.record.RecordWriter;
import org.neardup.internal.sketch.Hashing;
import org.neardup.internal.upkeep.Ranker;

/** Analyses and sketches documents. Keeps scratch arrays; for one thread at a time. */
final class Preparer {
  private final Object maker;
  private final CollapseConfig config;
  private final KeyFields keys;
  private final TextSketcher sketcher;
  private final RecentTexts recentTexts;
  private final Ranker ranker;

  /** Prepares documents for {@code maker}, the writer of {@link PreparedDocument#requireMadeBy}. */
  Preparer(Object maker, CollapseConfig config, TextSketcher sketcher, RecentTexts recentTexts) {
    this.maker = maker;
    this.config = config;
    keys = new KeyFields(config.idField(), config.scopeField());
    this.sketcher = sketcher;
    this.recentTexts = recentTexts;
    ranker = new Ranker(config.preference());
  }

  /** Analyses each text once: the prepared document replays its tokens to the index writer. */
  PreparedDocument prepare(Document document) throws IOException {
    refuseNamesOfOurs(document);
    String id = keys.id(document);
    List<IndexableField> fields = new ArrayList<>(document.getFields());
    SketchedText text = analyse(fields, keys.scopeName(document), id);
    Document analysed = new Document();
    fields.forEach(analysed::add);
    if (isOpaque(document)) {
      analysed.add(RecordWriter.opaque());
    }
    if (isStoredOtherwise(document.getFields())) {
      analysed.add(RecordWriter.storedOtherwise());
    }
    if (config.contained() == ContainedTexts.HIDE) {
      requireStored(document.getFields(), id);
      if (text.elementCount() >= config.minElements()) {
        RecordWriter.fingerprints(text.fingerprints()).forEach(analysed::add);
      }
    }
    return new PreparedDocument(
        maker, id, analysed, text, ranker.rank(document, text.elementCount()));
  }

  /** Contained texts are compared as they are stored. */
  private void requireStored(List<IndexableField> fields, String id) {
    for (String name : config.textFields()) {
      if (!stored(fields, name).equals(analysed(fields, name)) || isStoredOtherwise(fields)) {
        throw new IllegalArgumentException(
            "text fields must be stored as they are indexed, where contained texts are hidden, got "
                + name
                + " of document "
                + id);
      }
    }
  }

  /** Sketches the texts, and replaces their fields with ones that replay the tokens. */
  private SketchedText analyse(List<IndexableField> fields, String scope, String id)
      throws IOException {
    sketcher.reset();
    List<String> guarded = sketcher.addGuarded(fields);
    return config.comparesValues()
        ? sketchValues(fields, scope)
        : analyseTexts(fields, scope, guarded, id);
  }

  private SketchedText sketchValues(List<IndexableField> fields, String scope) throws IOException {
    for (String name : config.textFields()) {
      for (String value : FieldValues.of(fields, name)) {
        sketcher.add(name, value);
      }
    }
    return sketcher.finish(sketcher.scope(scope));
  }

  private SketchedText analyseTexts(
      List<IndexableField> fields, String scope, List<String> guarded, String id)
      throws IOException {
    List<Integer> texts = texts(fields);
    RecentTexts.Key key = key(fields, texts, guarded, scope);
    RecentTexts.Analysed recent = key == null ? null : recentTexts.get(key);
    if (recent != null) {
      for (int i = 0; i < texts.size(); i++) {
        IndexableField field = fields.get(texts.get(i));
        fields.set(texts.get(i), new ReplayedField(field, recent.tokens().get(i)));
      }
      return recent.text();
    }
    List<PackedTokens> tokens = new ArrayList<>();
    for (int i : texts) {
      IndexableField field = sketcher.addReplayable(fields.get(i));
      fields.set(i, field);
      if (field instanceof ReplayedField replayed) {
        tokens.add(replayed.tokens());
      }
    }
    SketchedText text = sketcher.finish(sketcher.scope(scope), Hashing.hash(id, 0));
    if (key != null && tokens.size() == texts.size()) {
      recentTexts.put(key, new RecentTexts.Analysed(tokens, text));
    }
    return text;
  }

  /** The key of the texts; null if the tokens may depend on more than these. */
  private static RecentTexts.Key key(
      List<IndexableField> fields, List<Integer> texts, List<String> guarded, String scope) {
    List<String> namesAndTexts = new ArrayList<>(guarded);
    for (int i : texts) {
      IndexableField field = fields.get(i);
      if (!ReplayedField.isPlain(field)) {
        return null;
      }
      namesAndTexts.add(field.name());
      namesAndTexts.add(field.stringValue());
    }
    return new RecentTexts.Key(namesAndTexts, scope);
  }

  /** The indices of the text fields, in the configured order. */
  private List<Integer> texts(List<IndexableField> fields) {
    List<Integer> texts = new ArrayList<>();
    for (String name : config.textFields()) {
      texts.addAll(texts(fields, name));
    }
    return texts;
  }

  /**
   * The indices of the fields to analyse: a text field may also occur as stored only, or as bytes
   * for sorting.
   *
   * @throws IllegalArgumentException if the field occurs without a text
   */
  private static List<Integer> texts(List<IndexableField> fields, String name) {
    List<Integer> texts = new ArrayList<>();
    List<Integer> indexed = new ArrayList<>();
    IndexableField other = null;
    for (int i = 0; i < fields.size(); i++) {
      IndexableField field = fields.get(i);
      if (!field.name().equals(name)) {
        continue;
      }
      if (!isText(field)) {
        other = field;
        continue;
      }
      texts.add(i);
      if (field.fieldType().indexOptions() != IndexOptions.NONE) {
        indexed.add(i);
      }
    }
    if (texts.isEmpty() && other != null) {
      throw new IllegalArgumentException(
          "text field "
              + name
              + " must be given as a string, or be indexed from a Reader or TokenStream, got "
              + other);
    }
    return indexed.isEmpty() ? texts : indexed;
  }

  private static boolean isText(IndexableField field) {
    return (field.stringValue() != null && field.numericValue() == null)
        || ReplayedField.isStream(field);
  }

  /**
   * Whether a search may match something in the text fields other than the analyzer's tokens, as it
   * may where values are compared.
   */
  private boolean isOpaque(Document document) {
    for (IndexableField field : document) {
      if (config.textFields().contains(field.name())) {
        IndexableFieldType type = field.fieldType();
        boolean isIndexed = type.indexOptions() != IndexOptions.NONE;
        if (type.docValuesType() != DocValuesType.NONE
            || (isIndexed && (config.comparesValues() || !ReplayedField.isReplayable(field)))) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Whether the stored strings of some text field differ from the analysed ones, or the field makes
   * its own tokens. Strings are compared only if some field is stored but not indexed, or the
   * reverse.
   */
  private boolean isStoredOtherwise(List<IndexableField> fields) {
    if (config.comparesValues()) { // which are the stored ones
      return false;
    }
    for (IndexableField field : fields) {
      boolean isIndexed = field.fieldType().indexOptions() != IndexOptions.NONE;
      boolean isOneForm = isIndexed == field.fieldType().stored();
      boolean mayHaveTokensOfItsOwn =
          ReplayedField.isReplayable(field) && !ReplayedField.isPlain(field);
      if ((mayHaveTokensOfItsOwn || !isOneForm)
          && config.textFields().contains(field.name())
          && (mayHaveTokensOfItsOwn || isStoredOtherwise(fields, field.name()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isStoredOtherwise(List<IndexableField> fields, String name) {
    List<String> stored = stored(fields, name);
    return !stored.isEmpty() && !stored.equals(analysed(fields, name));
  }

  /** Null for one that is not a string. */
  private static List<String> analysed(List<IndexableField> fields, String name) {
    List<String> analysed = new ArrayList<>();
    texts(fields, name).forEach(i -> analysed.add(fields.get(i).stringValue()));
    return analysed;
  }

  private static List<String> stored(List<IndexableField> fields, String name) {
    List<String> stored = new ArrayList<>();
    for (IndexableField field : fields) {
      if (field.name().equals(name) && field.fieldType().stored() && field.stringValue() != null) {
        stored.add(field.stringValue());
      }
    }
    return stored;
  }

  private static void refuseNamesOfOurs(Document document) {
    for (IndexableField field : document) {
      FieldNames.checkNotOurs("field names", field.name());
    }
  }
}
