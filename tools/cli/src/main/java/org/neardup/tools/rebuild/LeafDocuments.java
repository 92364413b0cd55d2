// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.BinaryPoint;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KnnByteVectorField;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.ByteVectorValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.util.BytesRef;

/** Reads the documents of a segment back, in ascending order. For one thread. */
final class LeafDocuments {
  private final LeafReader leaf;
  private final StoredFields stored;
  private final Map<String, FieldPlan> plans;
  private final List<Column> columns = new ArrayList<>();

  /** What one field of the segment holds by columns. */
  @FunctionalInterface
  private interface Column {
    /** Adds what a document has of it; documents are asked for in ascending order. */
    void addTo(Document document, int doc) throws IOException;
  }

  /** A number as a doc value. */
  private static final class NumberField extends Field {
    NumberField(String name, long value, FieldType type) {
      super(name, type);
      fieldsData = value;
    }
  }

  /**
   * @param plans of all fields to carry over, by name
   */
  LeafDocuments(LeafReader leaf, Map<String, FieldPlan> plans) throws IOException {
    this.leaf = leaf;
    stored = leaf.storedFields();
    this.plans = plans;
    for (FieldPlan plan : plans.values()) {
      if (plan.info().getDocValuesType() != DocValuesType.NONE) {
        columns.add(docValues(plan));
      }
      if (plan.info().getPointDimensionCount() > 0) {
        columns.add(points(plan));
      }
      if (plan.info().hasVectorValues()) {
        columns.add(vectors(plan));
      }
    }
  }

  /** The document, to be indexed again. */
  Document read(int doc) throws IOException {
    Document document = new Document();
    for (IndexableField value : stored.document(doc, plans.keySet())) {
      document.add(storedValue(value));
    }
    for (Column column : columns) {
      column.addTo(document, doc);
    }
    return document;
  }

  private IndexableField storedValue(IndexableField value) {
    FieldType type = plans.get(value.name()).storedType();
    if (value.stringValue() != null && value.numericValue() == null) {
      return new Field(value.name(), value.stringValue(), type);
    }
    return value.binaryValue() == null ? value : new Field(value.name(), value.binaryValue(), type);
  }

  private Column docValues(FieldPlan plan) throws IOException {
    return switch (plan.info().getDocValuesType()) {
      case NUMERIC, SORTED_NUMERIC -> numbers(plan);
      case SORTED, SORTED_SET -> terms(plan);
      case BINARY -> bytes(plan);
      case NONE -> throw new IllegalArgumentException(plan.name() + " has no doc values");
    };
  }

  private Column numbers(FieldPlan plan) throws IOException {
    SortedNumericDocValues values = DocValues.getSortedNumeric(leaf, plan.name());
    FieldType type = plan.docValueType();
    return (document, doc) -> {
      int count = values.advanceExact(doc) ? values.docValueCount() : 0;
      for (int i = 0; i < count; i++) {
        document.add(new NumberField(plan.name(), values.nextValue(), type));
      }
    };
  }

  private Column terms(FieldPlan plan) throws IOException {
    SortedSetDocValues values = DocValues.getSortedSet(leaf, plan.name());
    FieldType type = plan.docValueType();
    return (document, doc) -> {
      int count = values.advanceExact(doc) ? values.docValueCount() : 0;
      for (int i = 0; i < count; i++) {
        BytesRef value = BytesRef.deepCopyOf(values.lookupOrd(values.nextOrd()));
        document.add(new Field(plan.name(), value, type));
      }
    };
  }

  private Column bytes(FieldPlan plan) throws IOException {
    BinaryDocValues values = DocValues.getBinary(leaf, plan.name());
    FieldType type = plan.docValueType();
    return (document, doc) -> {
      if (values.advanceExact(doc)) {
        BytesRef value = BytesRef.deepCopyOf(values.binaryValue());
        document.add(new Field(plan.name(), value, type));
      }
    };
  }

  private Column points(FieldPlan plan) throws IOException {
    LeafPoints points = new LeafPoints(leaf, plan.name());
    return (document, doc) -> {
      for (byte[] packed : points.of(doc)) {
        document.add(new BinaryPoint(plan.name(), packed, plan.pointType()));
      }
    };
  }

  private Column vectors(FieldPlan plan) throws IOException {
    return switch (plan.info().getVectorEncoding()) {
      case FLOAT32 -> {
        FloatVectorValues values = leaf.getFloatVectorValues(plan.name());
        yield vectors(
            values,
            ord ->
                new KnnFloatVectorField(
                    plan.name(),
                    values.vectorValue(ord).clone(),
                    plan.info().getVectorSimilarityFunction()));
      }
      case BYTE -> {
        ByteVectorValues values = leaf.getByteVectorValues(plan.name());
        yield vectors(
            values,
            ord ->
                new KnnByteVectorField(
                    plan.name(),
                    values.vectorValue(ord).clone(),
                    plan.info().getVectorSimilarityFunction()));
      }
    };
  }

  /** Makes a field of a vector, by its number. */
  @FunctionalInterface
  private interface VectorField {
    Field of(int ord) throws IOException;
  }

  private static Column vectors(KnnVectorValues values, VectorField field) {
    KnnVectorValues.DocIndexIterator docs = values == null ? null : values.iterator();
    return (document, doc) -> {
      if (docs != null && docs.docID() < doc) {
        docs.advance(doc);
      }
      if (docs != null && docs.docID() == doc) {
        document.add(field.of(docs.index()));
      }
    };
  }
}
