// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;

/**
 * The values of a field of sketches, which carry its bands along: doc values are the one thing of a
 * format that a reader hands out as they are. For one thread.
 */
final class SketchDocValues extends BinaryDocValues {
  private final BinaryDocValues in;
  private final NearDup1Meta.Field field;
  private final IndexInput bands;
  private final int maxDoc;

  SketchDocValues(BinaryDocValues in, NearDup1Meta.Field field, IndexInput bands, int maxDoc) {
    this.in = in;
    this.field = field;
    this.bands = bands;
    this.maxDoc = maxDoc;
  }

  SketchParameters parameters() {
    return field.parameters();
  }

  /** Opens the bands, for the caller's thread. */
  BandIndex bands() throws IOException {
    return new BandIndex(bands, field.layout(), maxDoc);
  }

  @Override
  public BytesRef binaryValue() throws IOException {
    return in.binaryValue();
  }

  @Override
  public boolean advanceExact(int target) throws IOException {
    return in.advanceExact(target);
  }

  @Override
  public int docID() {
    return in.docID();
  }

  @Override
  public int nextDoc() throws IOException {
    return in.nextDoc();
  }

  @Override
  public int advance(int target) throws IOException {
    return in.advance(target);
  }

  @Override
  public long cost() {
    return in.cost();
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
