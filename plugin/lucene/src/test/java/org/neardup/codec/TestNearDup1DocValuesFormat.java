// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.tests.index.BaseDocValuesFormatTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.neardup.internal.codec.NearDupCodec;
import org.neardup.internal.codec.RandomSketches;

/** Lucene's own suite: all fields in NearDup1, and one field of sketches among the random ones. */
public class TestNearDup1DocValuesFormat extends BaseDocValuesFormatTestCase {
  @Override
  protected Codec getCodec() {
    Codec allFields = TestUtil.alwaysDocValuesFormat(new NearDup1DocValuesFormat());
    return NearDupCodec.wrap(allFields, RandomSketches.FIELD, RandomSketches.PARAMETERS);
  }

  @Override
  protected void addRandomFields(Document doc) {
    super.addRandomFields(doc);
    if (usually()) {
      doc.add(
          new BinaryDocValuesField(
              RandomSketches.FIELD, new BytesRef(RandomSketches.random(random()))));
    }
  }
}
