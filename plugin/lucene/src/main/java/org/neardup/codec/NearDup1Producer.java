// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;
import org.neardup.record.FilterDocValuesProducer;

/** Reads the values through the delegate; those of a field with bands give access to the bands. */
final class NearDup1Producer extends FilterDocValuesProducer {
  private final NearDup1Meta meta;
  private final IndexInput bands;

  private NearDup1Producer(DocValuesProducer values, NearDup1Meta meta, IndexInput bands) {
    super(values);
    this.meta = meta;
    this.bands = bands;
  }

  static NearDup1Producer open(SegmentReadState state) throws IOException {
    NearDup1Meta meta = NearDup1Meta.read(state);
    IndexInput bands = meta.openBands(state);
    boolean success = false;
    try {
      // Not in a static field: looking a format up while formats are being loaded can deadlock.
      DocValuesFormat delegate = DocValuesFormat.forName(meta.delegate());
      NearDup1Producer producer = new NearDup1Producer(delegate.fieldsProducer(state), meta, bands);
      success = true;
      return producer;
    } finally {
      if (!success) {
        IOUtils.closeWhileHandlingException(bands);
      }
    }
  }

  @Override
  public BinaryDocValues getBinary(FieldInfo field) throws IOException {
    NearDup1Meta.Field entry = meta.fields().get(field.number);
    BinaryDocValues values = in.getBinary(field);
    return entry == null ? values : new SketchDocValues(values, entry, bands);
  }

  @Override
  public DocValuesProducer getMergeInstance() {
    return new NearDup1Producer(in.getMergeInstance(), meta, bands);
  }

  @Override
  public void checkIntegrity() throws IOException {
    super.checkIntegrity();
    CodecUtil.checksumEntireFile(bands);
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(in, bands);
  }
}
