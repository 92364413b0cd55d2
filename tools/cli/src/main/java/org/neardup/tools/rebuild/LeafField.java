// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.io.IOException;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.BinaryPoint;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnByteVectorField;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.ByteVectorValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesSkipIndexType;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;

/** What one field of a segment holds by columns. Documents are asked for in ascending order. */
@FunctionalInterface
interface LeafField {
  /** Adds what a document has of it. */
  void addTo(Document document, int doc) throws IOException;

  /** The doc values of a field, which has some. */
  static LeafField docValues(LeafReader leaf, FieldPlan plan) throws IOException {
    return switch (plan.info().getDocValuesType()) {
      case NUMERIC -> numeric(leaf, plan);
      case BINARY -> binary(leaf, plan);
      case SORTED -> sorted(leaf, plan);
      case SORTED_NUMERIC -> sortedNumeric(leaf, plan);
      case SORTED_SET -> sortedSet(leaf, plan);
      case NONE -> throw new IllegalArgumentException(plan.name() + " has no doc values");
    };
  }

  private static boolean skips(FieldPlan plan) {
    return plan.info().docValuesSkipIndexType() != DocValuesSkipIndexType.NONE;
  }

  private static LeafField numeric(LeafReader leaf, FieldPlan plan) throws IOException {
    NumericDocValues values = DocValues.getNumeric(leaf, plan.name());
    return (document, doc) -> {
      if (values.advanceExact(doc)) {
        document.add(
            skips(plan)
                ? NumericDocValuesField.indexedField(plan.name(), values.longValue())
                : new NumericDocValuesField(plan.name(), values.longValue()));
      }
    };
  }

  private static LeafField binary(LeafReader leaf, FieldPlan plan) throws IOException {
    BinaryDocValues values = DocValues.getBinary(leaf, plan.name());
    return (document, doc) -> {
      if (values.advanceExact(doc)) {
        BytesRef value = BytesRef.deepCopyOf(values.binaryValue());
        document.add(new BinaryDocValuesField(plan.name(), value));
      }
    };
  }

  private static LeafField sorted(LeafReader leaf, FieldPlan plan) throws IOException {
    SortedDocValues values = DocValues.getSorted(leaf, plan.name());
    return (document, doc) -> {
      if (values.advanceExact(doc)) {
        BytesRef value = BytesRef.deepCopyOf(values.lookupOrd(values.ordValue()));
        document.add(
            skips(plan)
                ? SortedDocValuesField.indexedField(plan.name(), value)
                : new SortedDocValuesField(plan.name(), value));
        addTerm(document, plan, value);
      }
    };
  }

  private static LeafField sortedNumeric(LeafReader leaf, FieldPlan plan) throws IOException {
    SortedNumericDocValues values = DocValues.getSortedNumeric(leaf, plan.name());
    return (document, doc) -> {
      int count = values.advanceExact(doc) ? values.docValueCount() : 0;
      for (int i = 0; i < count; i++) {
        document.add(
            skips(plan)
                ? SortedNumericDocValuesField.indexedField(plan.name(), values.nextValue())
                : new SortedNumericDocValuesField(plan.name(), values.nextValue()));
      }
    };
  }

  private static LeafField sortedSet(LeafReader leaf, FieldPlan plan) throws IOException {
    SortedSetDocValues values = DocValues.getSortedSet(leaf, plan.name());
    return (document, doc) -> {
      int count = values.advanceExact(doc) ? values.docValueCount() : 0;
      for (int i = 0; i < count; i++) {
        BytesRef value = BytesRef.deepCopyOf(values.lookupOrd(values.nextOrd()));
        document.add(
            skips(plan)
                ? SortedSetDocValuesField.indexedField(plan.name(), value)
                : new SortedSetDocValuesField(plan.name(), value));
        addTerm(document, plan, value);
      }
    };
  }

  private static void addTerm(Document document, FieldPlan plan, BytesRef value) {
    if (plan.inversion() == Inversion.DOC_VALUES) {
      document.add(new Field(plan.name(), value, plan.termType()));
    }
  }

  /** The points of a field. */
  static LeafField points(LeafReader leaf, FieldPlan plan) throws IOException {
    LeafPoints points = new LeafPoints(leaf, plan.name());
    return (document, doc) -> {
      for (byte[] packed : points.of(doc)) {
        document.add(new BinaryPoint(plan.name(), packed, plan.pointType()));
      }
    };
  }

  /** The vectors of a field. */
  static LeafField vectors(LeafReader leaf, FieldPlan plan) throws IOException {
    return switch (plan.info().getVectorEncoding()) {
      case FLOAT32 -> floats(leaf, plan);
      case BYTE -> bytes(leaf, plan);
    };
  }

  private static LeafField floats(LeafReader leaf, FieldPlan plan) throws IOException {
    FloatVectorValues values = leaf.getFloatVectorValues(plan.name());
    KnnVectorValues.DocIndexIterator docs = values == null ? null : values.iterator();
    return (document, doc) -> {
      if (isAt(docs, doc)) {
        float[] vector = values.vectorValue(docs.index()).clone();
        document.add(
            new KnnFloatVectorField(
                plan.name(), vector, plan.info().getVectorSimilarityFunction()));
      }
    };
  }

  private static LeafField bytes(LeafReader leaf, FieldPlan plan) throws IOException {
    ByteVectorValues values = leaf.getByteVectorValues(plan.name());
    KnnVectorValues.DocIndexIterator docs = values == null ? null : values.iterator();
    return (document, doc) -> {
      if (isAt(docs, doc)) {
        byte[] vector = values.vectorValue(docs.index()).clone();
        document.add(
            new KnnByteVectorField(plan.name(), vector, plan.info().getVectorSimilarityFunction()));
      }
    };
  }

  private static boolean isAt(KnnVectorValues.DocIndexIterator docs, int doc) throws IOException {
    if (docs != null && docs.docID() < doc) {
      docs.advance(doc);
    }
    return docs != null && docs.docID() == doc;
  }
}
