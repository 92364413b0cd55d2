// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.SortingCodecReader;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.internal.record.Marker;

/**
 * Which documents are hidden in a segment that is being written: what the writer of one field needs
 * to know about another. For one write.
 */
public final class HiddenDocs {
  private FieldInfo markedField;
  private DocValuesProducer marks; // null: no such field was written
  private MergeState merge;

  /** The hidden documents of a new segment, if the field that marks them has been written. */
  FixedBitSet inNewSegment(int maxDoc) throws IOException {
    FixedBitSet hidden = new FixedBitSet(maxDoc);
    if (marks != null) {
      hidden.or(marks.getNumeric(markedField));
    }
    return hidden;
  }

  /**
   * The hidden documents of a segment that is merged; null if there are none, or they are not
   * known.
   */
  FixedBitSet inMergedSegment(int segment) throws IOException {
    if (merge == null || isSortedNow(merge.docValuesProducers[segment])) {
      return null;
    }
    FieldInfo field = merge.fieldInfos[segment].fieldInfo(Marker.FIELD);
    if (field == null || field.getDocValuesType() != DocValuesType.NUMERIC) {
      return null;
    }
    FixedBitSet hidden = new FixedBitSet(merge.maxDocs[segment]);
    hidden.or(merge.docValuesProducers[segment].getNumeric(field));
    return hidden;
  }

  /** Such a reader sorts a field each time it is requested, and asserts that this happens once. */
  private static boolean isSortedNow(DocValuesProducer producer) {
    return producer.getClass().getEnclosingClass() == SortingCodecReader.class;
  }

  /** Observes the doc values of all fields as they are written. */
  public DocValuesConsumer watch(DocValuesConsumer allFields) {
    return new FilterDocValuesConsumer(allFields) {
      @Override
      public void addNumericField(FieldInfo field, DocValuesProducer producer) throws IOException {
        super.addNumericField(field, producer);
        if (field.name.equals(Marker.FIELD)) {
          markedField = field;
          marks = producer;
        }
      }

      @Override
      public void merge(MergeState mergeState) throws IOException {
        merge = mergeState; // each field is merged with its own view, which lacks the others
        in.merge(mergeState);
      }
    };
  }
}
