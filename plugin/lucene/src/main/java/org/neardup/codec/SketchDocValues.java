// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.FilterBinaryDocValues;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.compare.SketchParameters;

/**
 * The values of a field of sketches, with access to its bands: doc values are the only part of a
 * format that a reader hands out unwrapped. For one thread.
 */
final class SketchDocValues extends FilterBinaryDocValues {
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
