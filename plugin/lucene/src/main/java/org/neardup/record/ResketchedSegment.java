// SPDX-License-Identifier: Apache-2.0
package org.neardup.record;

import java.io.IOException;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FilterBinaryDocValues;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.util.BytesRef;

/** A segment with other sketches, to be merged: new bands are made of them. */
public final class ResketchedSegment extends FilterCodecReader {
  private final Resketch resketch;

  /** What each sketch becomes. */
  @FunctionalInterface
  public interface Resketch {
    /** The new sketch of a document that had this one. */
    byte[] of(int doc, BytesRef sketch);
  }

  public ResketchedSegment(CodecReader in, Resketch resketch) {
    super(in);
    this.resketch = resketch;
  }

  @Override
  public DocValuesProducer getDocValuesReader() {
    return new FilterDocValuesProducer(in.getDocValuesReader()) {
      @Override
      public BinaryDocValues getBinary(FieldInfo field) throws IOException {
        BinaryDocValues values = super.getBinary(field);
        return field.name.equals(NearDupFields.SKETCH) ? resketched(values) : values;
      }
    };
  }

  private BinaryDocValues resketched(BinaryDocValues sketches) {
    return new FilterBinaryDocValues(sketches) {
      @Override
      public BytesRef binaryValue() throws IOException {
        return new BytesRef(resketch.of(docID(), in.binaryValue()));
      }
    };
  }

  @Override
  public CacheHelper getCoreCacheHelper() {
    return null; // it is read once
  }

  @Override
  public CacheHelper getReaderCacheHelper() {
    return null;
  }
}
