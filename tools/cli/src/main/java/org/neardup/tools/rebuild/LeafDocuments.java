// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.util.BytesRef;

/** Reads the documents of a segment back, in ascending order. For one thread. */
final class LeafDocuments {
  private final StoredFields stored;
  private final Map<String, FieldPlan> plans;
  private final List<LeafField> columns = new ArrayList<>();

  /**
   * @param plans of all fields to carry over, by name
   */
  LeafDocuments(LeafReader leaf, Map<String, FieldPlan> plans) throws IOException {
    stored = leaf.storedFields();
    this.plans = plans;
    for (FieldPlan plan : plans.values()) {
      if (plan.info().getDocValuesType() != DocValuesType.NONE) {
        columns.add(LeafField.docValues(leaf, plan));
      }
      if (plan.info().getPointDimensionCount() > 0) {
        columns.add(LeafField.points(leaf, plan));
      }
      if (plan.info().hasVectorValues()) {
        columns.add(LeafField.vectors(leaf, plan));
      }
    }
  }

  /** The document, to be indexed again. */
  Document read(int doc) throws IOException {
    Document document = new Document();
    stored.document(doc, new StoredValues(document));
    for (LeafField column : columns) {
      column.addTo(document, doc);
    }
    return document;
  }

  /** Takes the stored values, each with its type. */
  private final class StoredValues extends StoredFieldVisitor {
    private final Document document;

    StoredValues(Document document) {
      this.document = document;
    }

    @Override
    public Status needsField(FieldInfo info) {
      return plans.containsKey(info.name) ? Status.YES : Status.NO;
    }

    @Override
    public void stringField(FieldInfo info, String value) {
      document.add(new Field(info.name, value, plans.get(info.name).storedType()));
    }

    @Override
    public void binaryField(FieldInfo info, byte[] value) {
      document.add(new Field(info.name, new BytesRef(value), plans.get(info.name).storedType()));
    }

    @Override
    public void intField(FieldInfo info, int value) {
      document.add(new StoredField(info.name, value));
    }

    @Override
    public void longField(FieldInfo info, long value) {
      document.add(new StoredField(info.name, value));
    }

    @Override
    public void floatField(FieldInfo info, float value) {
      document.add(new StoredField(info.name, value));
    }

    @Override
    public void doubleField(FieldInfo info, double value) {
      document.add(new StoredField(info.name, value));
    }
  }
}
