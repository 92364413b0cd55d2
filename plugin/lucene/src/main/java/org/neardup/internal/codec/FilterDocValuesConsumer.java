// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.FieldInfo;

/** Delegates everything, field by field; the values of merged fields arrive as added ones. */
abstract class FilterDocValuesConsumer extends DocValuesConsumer {
  final DocValuesConsumer in;

  FilterDocValuesConsumer(DocValuesConsumer in) {
    this.in = in;
  }

  @Override
  public void addNumericField(FieldInfo field, DocValuesProducer producer) throws IOException {
    in.addNumericField(field, producer);
  }

  @Override
  public void addBinaryField(FieldInfo field, DocValuesProducer producer) throws IOException {
    in.addBinaryField(field, producer);
  }

  @Override
  public void addSortedField(FieldInfo field, DocValuesProducer producer) throws IOException {
    in.addSortedField(field, producer);
  }

  @Override
  public void addSortedNumericField(FieldInfo field, DocValuesProducer producer)
      throws IOException {
    in.addSortedNumericField(field, producer);
  }

  @Override
  public void addSortedSetField(FieldInfo field, DocValuesProducer producer) throws IOException {
    in.addSortedSetField(field, producer);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
