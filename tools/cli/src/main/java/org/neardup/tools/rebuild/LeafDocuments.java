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
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.IOSupplier;

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
    String name = plan.name();
    FieldType type = plan.docValueType();
    return switch (plan.info().getDocValuesType()) {
      case NUMERIC, SORTED_NUMERIC -> {
        SortedNumericDocValues values = DocValues.getSortedNumeric(leaf, name);
        yield values(
            doc -> values.advanceExact(doc) ? values.docValueCount() : 0,
            () -> new NumberField(name, values.nextValue(), type));
      }
      case SORTED, SORTED_SET -> {
        SortedSetDocValues values = DocValues.getSortedSet(leaf, name);
        yield values(
            doc -> values.advanceExact(doc) ? values.docValueCount() : 0,
            () -> new Field(name, BytesRef.deepCopyOf(values.lookupOrd(values.nextOrd())), type));
      }
      case BINARY -> {
        BinaryDocValues values = DocValues.getBinary(leaf, name);
        yield values(
            doc -> values.advanceExact(doc) ? 1 : 0,
            () -> new Field(name, BytesRef.deepCopyOf(values.binaryValue()), type));
      }
      case NONE -> throw new IllegalArgumentException(name + " has no doc values");
    };
  }

  /** A field for each value that a document has. */
  private static Column values(IOFunction<Integer, Integer> count, IOSupplier<Field> next) {
    return (document, doc) -> {
      int values = count.apply(doc);
      for (int i = 0; i < values; i++) {
        document.add(next.get());
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
    String name = plan.name();
    VectorSimilarityFunction similarity = plan.info().getVectorSimilarityFunction();
    return switch (plan.info().getVectorEncoding()) {
      case FLOAT32 -> {
        FloatVectorValues values = leaf.getFloatVectorValues(name);
        yield vectors(
            values,
            ord -> new KnnFloatVectorField(name, values.vectorValue(ord).clone(), similarity));
      }
      case BYTE -> {
        ByteVectorValues values = leaf.getByteVectorValues(name);
        yield vectors(
            values,
            ord -> new KnnByteVectorField(name, values.vectorValue(ord).clone(), similarity));
      }
    };
  }

  private static Column vectors(KnnVectorValues values, IOFunction<Integer, Field> field) {
    KnnVectorValues.DocIndexIterator docs = values == null ? null : values.iterator();
    return (document, doc) -> {
      if (docs != null && docs.docID() < doc) {
        docs.advance(doc);
      }
      if (docs != null && docs.docID() == doc) {
        document.add(field.apply(docs.index()));
      }
    };
  }
}
