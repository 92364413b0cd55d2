// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import java.io.IOException;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValuesSkipper;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;

/** Hands on what another producer gives. */
public abstract class FilterDocValuesProducer extends DocValuesProducer {
  /** The other producer. */
  protected final DocValuesProducer in;

  /** Hands on what this producer gives, and closes it. */
  protected FilterDocValuesProducer(DocValuesProducer in) {
    this.in = in;
  }

  @Override
  public NumericDocValues getNumeric(FieldInfo field) throws IOException {
    return in.getNumeric(field);
  }

  @Override
  public BinaryDocValues getBinary(FieldInfo field) throws IOException {
    return in.getBinary(field);
  }

  @Override
  public SortedDocValues getSorted(FieldInfo field) throws IOException {
    return in.getSorted(field);
  }

  @Override
  public SortedNumericDocValues getSortedNumeric(FieldInfo field) throws IOException {
    return in.getSortedNumeric(field);
  }

  @Override
  public SortedSetDocValues getSortedSet(FieldInfo field) throws IOException {
    return in.getSortedSet(field);
  }

  @Override
  public DocValuesSkipper getSkipper(FieldInfo field) throws IOException {
    return in.getSkipper(field);
  }

  @Override
  public void checkIntegrity() throws IOException {
    in.checkIntegrity();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
