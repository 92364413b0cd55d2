// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.IndexableFieldType;
import org.neardup.internal.analysis.PackedTokens;
import org.neardup.internal.analysis.ReplayedField;
import org.neardup.internal.record.RecordWriter;

/**
 * Refuses documents that Lucene would refuse. Dropped variants never reach Lucene, so they are
 * checked here.
 *
 * <p>A field in a new form, with a value that may be too long for a term, or with tokens out of
 * order, is tried out: Lucene indexes the document, which is deleted before any reader sees it.
 * Fields that can be read only once are not checked, nor are the tokens of fields that are not text
 * fields. Thread-safe.
 */
final class Admission {
  /** Strings up to this length always fit in a term: a char takes at most three bytes of UTF-8. */
  private static final int SURE_LENGTH = IndexWriter.MAX_TERM_LENGTH / 3;

  private static final int MAX_FORMS = 1 << 16;

  /** The types of all fields of one name in a document. */
  private record Form(String name, Set<IndexableFieldType> types) {}

  private final RecordWriter records;
  private final FailStopWriter writer;
  private final Set<Form> known = ConcurrentHashMap.newKeySet();
  private volatile List<Form> last = List.of(); // of one document, all of them known

  Admission(RecordWriter records, FailStopWriter writer) {
    this.records = records;
    this.writer = writer;
  }

  /** Throws an IllegalArgumentException if Lucene refuses the document. */
  void check(Document document) throws IOException {
    List<IndexableField> fields = document.getFields();
    boolean isSure = fields.stream().allMatch(Admission::isSure);
    List<Form> sequence =
        fields.stream().map(field -> new Form(field.name(), Set.of(field.fieldType()))).toList();
    if (isSure && sequence.equals(last)) {
      return;
    }
    List<IndexableField> repeatable = repeatable(fields);
    Set<Form> forms = forms(repeatable);
    if (!isSure || !known.containsAll(forms)) {
      tryOut(repeatable);
      if (known.size() < MAX_FORMS) {
        known.addAll(forms);
      }
    }
    last = sequence;
  }

  private static boolean isSure(IndexableField field) {
    if (field instanceof ReplayedField replayed) {
      PackedTokens tokens = replayed.tokens();
      return tokens.isOrderly() && tokens.longestTerm() <= IndexWriter.MAX_TERM_LENGTH;
    }
    IndexableFieldType type = field.fieldType();
    boolean isTerm = type.indexOptions() != IndexOptions.NONE && !type.tokenized();
    return (!isTerm && type.docValuesType() == DocValuesType.NONE) || length(field) <= SURE_LENGTH;
  }

  private static int length(IndexableField field) {
    if (field.binaryValue() != null) {
      return field.binaryValue().length;
    }
    return field.numericValue() != null || field.stringValue() == null
        ? 0
        : field.stringValue().length();
  }

  /** Leaves out all fields of a name if one of them cannot be read twice. */
  private static List<IndexableField> repeatable(List<IndexableField> fields) {
    Set<String> onlyOnce = new HashSet<>();
    for (IndexableField field : fields) {
      if (field.readerValue() != null
          || (field instanceof Field own && own.tokenStreamValue() != null)) {
        onlyOnce.add(field.name());
      }
    }
    return fields.stream()
        .filter(field -> field instanceof ReplayedField || !onlyOnce.contains(field.name()))
        .toList();
  }

  private static Set<Form> forms(List<IndexableField> fields) {
    Map<String, Set<IndexableFieldType>> types = new HashMap<>();
    for (IndexableField field : fields) {
      types.computeIfAbsent(field.name(), name -> new HashSet<>()).add(field.fieldType());
    }
    Set<Form> forms = new HashSet<>();
    types.forEach((name, ofName) -> forms.add(new Form(name, ofName)));
    return forms;
  }

  private void tryOut(List<IndexableField> fields) throws IOException {
    try {
      records.addTrial(fields);
    } finally {
      writer.orClose(
          () -> {
            records.deleteTrials(); // otherwise the document would stay
            return null;
          });
    }
  }
}
