// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;

/**
 * The values of a field of sketches, which carry what else the segment knows about them. For one
 * thread.
 */
final class SketchDocValues extends BinaryDocValues {
  private final BinaryDocValues in;
  private final SketchParameters parameters;

  SketchDocValues(BinaryDocValues in, SketchParameters parameters) {
    this.in = in;
    this.parameters = parameters;
  }

  SketchParameters parameters() {
    return parameters;
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
