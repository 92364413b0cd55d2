// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.neardup.index.CollapseConfig;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.tools.analysis.AnalyzersByField;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.SetFields;

/** The fields of documents that the tools index: their names and kinds. */
public final class Fields {
  static final String ID = "id";
  public static final String TITLE = "title";
  static final String TEXT = InputDocument.TEXT;

  /** The address of a document. */
  public static final String URL = "url";

  /** When the run that indexed the document began: numeric doc values, milliseconds since 1970. */
  public static final String INDEXED = "_indexed";

  /**
   * Longer values are stored whole and found by their beginning; a term has at most 32766 bytes.
   */
  private static final int MAX_KEYWORD_CHARACTERS = 1000;

  private Fields() {}

  /**
   * The analyzer of queries: words for title and text fields, one term for any other field.
   * Indexing needs only the first, since only texts and titles are tokenized.
   *
   * @param words the analyzer of titles and texts
   * @param wordFields other fields of words
   */
  static Analyzer queryAnalyzer(Analyzer words, Collection<String> wordFields) {
    Map<String, Analyzer> byField = new HashMap<>();
    byField.put(TITLE, words);
    wordFields.forEach(field -> byField.put(field, words));
    return new PerFieldAnalyzerWrapper(new KeywordAnalyzer(), byField);
  }

  /** The hook's default settings, for these fields. */
  public static CollapseConfig collapse() {
    return CollapseConfig.defaults()
        .withIdField(ID)
        .withTextFields(TEXT)
        .withRequiresText(false); // the report says how many have none
  }

  /**
   * The same with other text fields.
   *
   * @throws IllegalArgumentException if one cannot be a text field
   */
  public static CollapseConfig collapse(List<String> textFields) {
    if (textFields.contains(ID)) {
      throw new IllegalArgumentException("--text-field must not be the id, got " + textFields);
    }
    return collapse().withTextFields(textFields.toArray(String[]::new));
  }

  /**
   * The hook's default settings, for sets of the values of these fields.
   *
   * @throws IllegalArgumentException if one cannot be a set
   */
  public static CollapseConfig collapseSets(List<String> setFields) {
    for (String field : List.of(ID, TITLE, TEXT)) {
      if (setFields.contains(field)) {
        throw new IllegalArgumentException(
            "--set-field must name other fields than id, title and text, got "
                + String.join(",", setFields));
      }
    }
    return collapse().withSetFields(setFields.toArray(String[]::new));
  }

  /** The sets of an input for an index. */
  public static SetFields sets(CollapseConfig config) {
    return config.comparesValues()
        ? new SetFields(Set.copyOf(config.textFields()), config.shingling().occurrences())
        : SetFields.NONE;
  }

  /** The fields whose values are words, besides the title: those of sets are not. */
  public static List<String> words(CollapseConfig config) {
    return config.comparesValues() ? List.of(TEXT) : config.textFields();
  }

  /**
   * Makes sure that a name of analyzers by field names fields of words alone; returns it.
   *
   * @throws IllegalArgumentException otherwise
   */
  public static String requireWords(CollapseConfig config, String analyzer) {
    for (String field : AnalyzersByField.parse(analyzer).byField().keySet()) {
      if (!field.equals(TITLE) && !words(config).contains(field)) {
        throw new IllegalArgumentException(
            "--analyzer must name title or a text field, which are "
                + String.join(", ", words(config))
                + "; got "
                + field);
      }
    }
    return analyzer;
  }

  /**
   * The Lucene document.
   *
   * @param textFields whose values are words
   * @param now milliseconds since 1970
   * @throws BadInputException if a name is reserved
   */
  static Document document(InputDocument input, List<String> textFields, long now)
      throws BadInputException {
    Document document = new Document();
    document.add(new StringField(ID, input.id(), Store.YES));
    document.add(new TextField(TITLE, input.title(), Store.YES));
    document.add(new TextField(TEXT, input.text(), Store.YES));
    document.add(new NumericDocValuesField(INDEXED, now));
    for (var field : input.fields().entrySet()) {
      add(document, field.getKey(), field.getValue(), textFields.contains(field.getKey()));
    }
    return document;
  }

  private static void add(Document document, String name, List<String> values, boolean areWords)
      throws BadInputException {
    if (name.startsWith(DocumentRecord.FIELD_PREFIX) || name.equals(INDEXED)) {
      String reserved = DocumentRecord.FIELD_PREFIX + ", nor be " + INDEXED;
      throw new BadInputException("field names must not begin with " + reserved + ", got " + name);
    }
    for (String value : values) {
      if (areWords) {
        document.add(new TextField(name, value, Store.YES));
        continue;
      }
      document.add(new StoredField(name, value));
      // As bytes, so that the stored one is the only string: a scope must have no other value.
      document.add(new KeywordField(name, new BytesRef(beginning(value)), Store.NO));
    }
  }

  /**
   * What is compared of a document, as far as it stores it: its texts, a line each, or its values,
   * a line each and in a fixed order; null if it stores none.
   */
  public static String texts(Document stored, CollapseConfig config) {
    List<String> texts = new ArrayList<>();
    for (String field : config.textFields()) {
      texts.addAll(List.of(stored.getValues(field)));
    }
    if (texts.isEmpty()) {
      return null;
    }
    return config.comparesValues()
        ? InputDocument.lines(texts, config.shingling().occurrences())
        : String.join("\n", texts);
  }

  /** The first value that is stored; empty if there is none. */
  public static String value(Document stored, String field) {
    return Objects.requireNonNullElse(stored.get(field), "");
  }

  /** Finds the documents that have a value in a field that is not of words. */
  public static Query keyword(String field, String value) {
    return new TermQuery(new Term(field, beginning(value)));
  }

  private static String beginning(String value) {
    return value.substring(0, Math.min(value.length(), MAX_KEYWORD_CHARACTERS));
  }
}
