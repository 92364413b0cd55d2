// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;
import org.neardup.record.Place;

/** Writes what Neardup stores of documents: all calls of an index writer that do. Thread-safe. */
public final class RecordWriter {
  private static final long NO_GROUP = -1; // of documents on trial

  private final IndexWriter writer;
  private final String idField;

  /**
   * Writes records with an index writer.
   *
   * @param idField the indexed field that identifies a document
   */
  public RecordWriter(IndexWriter writer, String idField) {
    this.writer = writer;
    this.idField = idField;
  }

  /** Names of all fields that documents of the index have, or had. */
  public Set<String> fieldNames() {
    return writer.getFieldNames();
  }

  /** The fields of a document that are to be written with it. */
  public List<IndexableField> fields(DocumentRecord record) {
    List<IndexableField> fields = new ArrayList<>();
    fields.add(new BinaryDocValuesField(NearDupFields.ID, new BytesRef(record.id())));
    fields.add(new NumericDocValuesField(NearDupFields.ORDER, record.order()));
    addGroup(fields, record.group());
    if (record.sketch() != null) {
      fields.add(new BinaryDocValuesField(NearDupFields.SKETCH, new BytesRef(record.sketch())));
    }
    if (record.rank().length > 0) {
      fields.add(new BinaryDocValuesField(NearDupFields.RANK, new BytesRef(record.rank())));
    }
    if (record.scope() != 0) {
      fields.add(new NumericDocValuesField(NearDupFields.SCOPE, record.scope()));
    }
    if (record.place() != Place.VISIBLE) {
      fields.add(new NumericDocValuesField(NearDupFields.HIDDEN, 1));
    }
    return fields;
  }

  private static void addGroup(List<IndexableField> fields, long group) {
    fields.add(new NumericDocValuesField(NearDupFields.GROUP, group));
    fields.add(new StringField(NearDupFields.GROUP, Long.toString(group), Field.Store.NO));
  }

  /** Marks a document, which may be written already, as one whose sketch may not tell its terms. */
  public static Field opaque() {
    return new NumericDocValuesField(NearDupFields.OPAQUE, 1);
  }

  /** Marks a document as one whose sketch cannot be made from what is stored. */
  public static Field storedOtherwise() {
    return new NumericDocValuesField(NearDupFields.STORED_OTHERWISE, 1);
  }

  /**
   * What a document is found by where contained texts are hidden.
   *
   * @param fingerprints ascending
   */
  public static List<Field> fingerprints(long[] fingerprints) {
    int sample = Math.min(FingerprintReader.SAMPLE, fingerprints.length);
    return fingerprints.length == 0
        ? List.of()
        : List.of(
            new FingerprintField(NearDupFields.FINGERPRINT, fingerprints, fingerprints.length),
            new FingerprintField(NearDupFields.SAMPLE, fingerprints, sample));
  }

  /** Adds a document, or puts it in the place of the one that has its id. */
  public void write(
      String id, boolean replaces, Iterable<? extends Iterable<? extends IndexableField>> document)
      throws IOException {
    if (replaces) {
      writer.updateDocuments(term(id), document);
    } else {
      writer.addDocuments(document);
    }
  }

  /** Deletes the document with an id. */
  public void delete(String id) throws IOException {
    writer.deleteDocuments(term(id));
  }

  /** Adds a document only to see whether Lucene accepts it; to be deleted before a reader opens. */
  public void addTrial(List<IndexableField> fields) throws IOException {
    List<IndexableField> onTrial = new ArrayList<>(fields);
    addGroup(onTrial, NO_GROUP);
    writer.addDocument(onTrial);
  }

  /** Deletes what {@link #addTrial} added. */
  public void deleteTrials() throws IOException {
    writer.deleteDocuments(new Term(NearDupFields.GROUP, Long.toString(NO_GROUP)));
  }

  /** Gives a document another place. */
  public void updatePlace(String id, long group, boolean isHidden) throws IOException {
    writer.updateDocValues(
        term(id),
        new NumericDocValuesField(NearDupFields.MOVED, group),
        new NumericDocValuesField(NearDupFields.HIDDEN, isHidden ? 1L : null));
  }

  /**
   * Shows a document as one of another group than its own.
   *
   * @param group null for its own
   */
  public void updateWithin(String id, Long group) throws IOException {
    writer.updateDocValues(term(id), new NumericDocValuesField(NearDupFields.WITHIN, group));
  }

  /** Gives a document another order number and rank. */
  public void updateRank(String id, long order, byte[] rank) throws IOException {
    writer.updateDocValues(
        term(id), new NumericDocValuesField(NearDupFields.ORDER, order), rank(rank));
  }

  /** Gives a document another sketch, or none, and another rank, made of stored texts. */
  public void updateSketch(String id, byte[] sketch, byte[] rank) throws IOException {
    writer.updateDocValues(term(id), sketch(sketch), rank(rank), opaque());
  }

  /**
   * Gives a document that Neardup did not write all fields that can be updated, which are those
   * that are read.
   *
   * @param mayBeSketched whether its sketch can be made from what is stored
   */
  public void adopt(DocumentRecord record, boolean mayBeSketched) throws IOException {
    Long scope = record.scope() == 0 ? null : record.scope();
    Long mark = record.place() == Place.VISIBLE ? null : 1L;
    writer.updateDocValues(
        term(record.id()),
        new BinaryDocValuesField(NearDupFields.ID, new BytesRef(record.id())),
        new NumericDocValuesField(NearDupFields.ORDER, record.order()),
        new NumericDocValuesField(NearDupFields.MOVED, record.group()),
        new NumericDocValuesField(NearDupFields.SCOPE, scope),
        new NumericDocValuesField(NearDupFields.HIDDEN, mark),
        sketch(record.sketch()),
        rank(record.rank()),
        new NumericDocValuesField(NearDupFields.STORED_OTHERWISE, mayBeSketched ? null : 1L),
        opaque());
  }

  private static Field sketch(byte[] sketch) {
    return new BinaryDocValuesField(
        NearDupFields.SKETCH, sketch == null ? null : new BytesRef(sketch));
  }

  private static Field rank(byte[] rank) {
    return new BinaryDocValuesField(NearDupFields.RANK, new BytesRef(rank));
  }

  private Term term(String id) {
    return new Term(idField, id);
  }
}
