// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;
import org.neardup.record.NearDupFields;

/** Carries decisions out: all calls of the index writer that change documents. Safe for threads. */
final class IndexWrites {
  private static final int MAX_OWN_FIELDS = 8;
  private static final long NO_GROUP = -1; // of documents on trial

  private final IndexWriter writer;
  private final String idField;
  private final String markerField;

  IndexWrites(IndexWriter writer, CollapseConfig config) {
    this.writer = writer;
    idField = config.idField();
    markerField = config.variants().markerField();
  }

  /** The fields to write of a document, with those that say what place was decided on. */
  List<IndexableField> fields(Document document, Placement placement) {
    List<IndexableField> fields = new ArrayList<>(document.getFields().size() + MAX_OWN_FIELDS);
    fields.addAll(document.getFields());
    addOwnFields(fields, placement);
    return fields;
  }

  /** Writes a document, in the place of what has its id. */
  void write(OneDocument document, Placement placement) throws IOException {
    if (placement.replaced() == null) {
      writer.addDocuments(document);
    } else {
      writer.updateDocuments(term(placement.entry()), document);
    }
  }

  private void addOwnFields(List<IndexableField> document, Placement placement) {
    Entry entry = placement.entry();
    document.add(new BinaryDocValuesField(NearDupFields.ID, new BytesRef(entry.id)));
    document.add(new NumericDocValuesField(NearDupFields.ORDER, entry.order));
    addGroup(document, placement.group());
    if (entry.value != null) {
      document.add(new BinaryDocValuesField(NearDupFields.SKETCH, new BytesRef(entry.value)));
    }
    if (entry.rank.length > 0) {
      document.add(new BinaryDocValuesField(NearDupFields.RANK, new BytesRef(entry.rank)));
    }
    if (entry.scope != 0) {
      document.add(new NumericDocValuesField(NearDupFields.SCOPE, entry.scope));
    }
    if (placement.behind() != null) {
      document.add(new NumericDocValuesField(markerField, 1));
    }
  }

  private static void addGroup(List<IndexableField> document, long group) {
    document.add(new NumericDocValuesField(NearDupFields.GROUP, group));
    document.add(new StringField(NearDupFields.GROUP, Long.toString(group), Field.Store.NO));
  }

  /**
   * Adds a document only to hear whether Lucene takes it: {@link #deleteTrials} before a reader.
   */
  void addTrial(List<IndexableField> fields) throws IOException {
    List<IndexableField> onTrial = new ArrayList<>(fields);
    addGroup(onTrial, NO_GROUP);
    writer.addDocument(onTrial);
  }

  void deleteTrials() throws IOException {
    writer.deleteDocuments(new Term(NearDupFields.GROUP, Long.toString(NO_GROUP)));
  }

  /** Brings the flags of a document in the index up to those of its entry. */
  void updateFlags(Entry entry) throws IOException {
    writer.updateDocValues(
        term(entry),
        new NumericDocValuesField(NearDupFields.MOVED, entry.group),
        new NumericDocValuesField(markerField, entry.hidden ? 1L : null));
  }

  /** Brings the order number and the rank of a document in the index up to those of its entry. */
  void updateRank(Entry entry) throws IOException {
    writer.updateDocValues(
        term(entry), new NumericDocValuesField(NearDupFields.ORDER, entry.order), rank(entry));
  }

  /** Gives a document in the index the sketch and the rank of its entry, made of stored texts. */
  void updateSketch(Entry entry) throws IOException {
    writer.updateDocValues(term(entry), sketch(entry), rank(entry), opaque());
  }

  /** Gives a document in the index all our fields that can be updated, which are those we read. */
  void adopt(Entry entry) throws IOException {
    writer.updateDocValues(
        term(entry),
        new BinaryDocValuesField(NearDupFields.ID, new BytesRef(entry.id)),
        new NumericDocValuesField(NearDupFields.ORDER, entry.order),
        new NumericDocValuesField(NearDupFields.MOVED, entry.group),
        new NumericDocValuesField(NearDupFields.SCOPE, entry.scope == 0 ? null : entry.scope),
        new NumericDocValuesField(markerField, entry.hidden ? 1L : null),
        sketch(entry),
        rank(entry),
        opaque());
  }

  /** Marks a document, which may be written yet, as one whose sketch may not tell its terms. */
  static Field opaque() {
    return new NumericDocValuesField(NearDupFields.OPAQUE, 1);
  }

  /** Marks a document, which is not written yet, as one whose stored text is not what it is of. */
  static Field storedOtherwise() {
    return new NumericDocValuesField(NearDupFields.STORED_OTHERWISE, 1);
  }

  private static Field sketch(Entry entry) {
    BytesRef value = entry.value == null ? null : new BytesRef(entry.value);
    return new BinaryDocValuesField(NearDupFields.SKETCH, value);
  }

  private static Field rank(Entry entry) {
    return new BinaryDocValuesField(NearDupFields.RANK, new BytesRef(entry.rank));
  }

  void delete(Entry entry) throws IOException {
    writer.deleteDocuments(term(entry));
  }

  private Term term(Entry entry) {
    return new Term(idField, entry.id);
  }
}
