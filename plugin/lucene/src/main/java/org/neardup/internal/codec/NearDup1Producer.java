// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FilterBinaryDocValues;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOUtils;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.record.FilterDocValuesProducer;

/** Reads the values through the delegate; those of a field with bands give access to the bands. */
public final class NearDup1Producer extends FilterDocValuesProducer {
  private final NearDup1Meta meta;
  private final IndexInput bands;

  private NearDup1Producer(DocValuesProducer values, NearDup1Meta meta, IndexInput bands) {
    super(values);
    this.meta = meta;
    this.bands = bands;
  }

  public static NearDup1Producer open(SegmentReadState state) throws IOException {
    NearDup1Meta meta = NearDup1Meta.read(state);
    IndexInput bands = meta.openBands(state);
    try {
      // Not in a static field: looking a format up while formats are being loaded can deadlock.
      DocValuesFormat delegate = DocValuesFormat.forName(meta.delegate());
      return new NearDup1Producer(delegate.fieldsProducer(state), meta, bands);
    } catch (Throwable t) {
      IOUtils.closeWhileHandlingException(bands);
      throw t;
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

  /**
   * The values of a field of sketches, with access to its bands: doc values are the only part of a
   * format that a reader hands out unwrapped. For one thread.
   */
  static final class SketchDocValues extends FilterBinaryDocValues {
    private final NearDup1Meta.Field field;
    private final IndexInput bands;

    SketchDocValues(BinaryDocValues in, NearDup1Meta.Field field, IndexInput bands) {
      super(in);
      this.field = field;
      this.bands = bands;
    }

    SketchParameters parameters() {
      return field.parameters();
    }

    /** Opens the bands, for the caller's thread. */
    BandIndex bands() throws IOException {
      return new BandIndex(bands, field.layout());
    }

    @Override
    public void intoBitSet(int upTo, FixedBitSet bitSet, int offset) throws IOException {
      in.intoBitSet(upTo, bitSet, offset);
    }

    @Override
    public int docIDRunEnd() throws IOException {
      return in.docIDRunEnd();
    }
  }
}
