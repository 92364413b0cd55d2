// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValuesSkipper;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;

/** Reads the values through the delegate; those of a field with bands give access to the bands. */
final class NearDup1Producer extends DocValuesProducer {
  private final NearDup1Meta meta;
  private final IndexInput bands;
  private final DocValuesProducer values;

  NearDup1Producer(SegmentReadState state) throws IOException {
    meta = NearDup1Meta.read(state);
    bands = meta.openBands(state);
    boolean success = false;
    try {
      // Not in a static field: looking a format up while formats are being loaded can deadlock.
      values = DocValuesFormat.forName(meta.delegate()).fieldsProducer(state);
      success = true;
    } finally {
      if (!success) {
        IOUtils.closeWhileHandlingException(bands);
      }
    }
  }

  private NearDup1Producer(NearDup1Producer other, DocValuesProducer values) {
    this.meta = other.meta;
    this.bands = other.bands;
    this.values = values;
  }

  @Override
  public BinaryDocValues getBinary(FieldInfo field) throws IOException {
    NearDup1Meta.Field entry = meta.fields().get(field.number);
    BinaryDocValues in = values.getBinary(field);
    return entry == null ? in : new SketchDocValues(in, entry, bands);
  }

  @Override
  public NumericDocValues getNumeric(FieldInfo field) throws IOException {
    return values.getNumeric(field);
  }

  @Override
  public SortedDocValues getSorted(FieldInfo field) throws IOException {
    return values.getSorted(field);
  }

  @Override
  public SortedNumericDocValues getSortedNumeric(FieldInfo field) throws IOException {
    return values.getSortedNumeric(field);
  }

  @Override
  public SortedSetDocValues getSortedSet(FieldInfo field) throws IOException {
    return values.getSortedSet(field);
  }

  @Override
  public DocValuesSkipper getSkipper(FieldInfo field) throws IOException {
    return values.getSkipper(field);
  }

  @Override
  public DocValuesProducer getMergeInstance() {
    return new NearDup1Producer(this, values.getMergeInstance());
  }

  @Override
  public void checkIntegrity() throws IOException {
    values.checkIntegrity();
    CodecUtil.checksumEntireFile(bands);
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(values, bands);
  }
}
