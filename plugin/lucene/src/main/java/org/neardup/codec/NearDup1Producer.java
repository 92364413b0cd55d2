// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DocValuesSkipper;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.store.ChecksumIndexInput;
import org.apache.lucene.store.IndexInput;

/** Reads the values through the delegate; those of a field with bands carry them along. */
final class NearDup1Producer extends DocValuesProducer {
  private final Map<Integer, SketchParameters> fields;
  private final DocValuesProducer values;

  NearDup1Producer(SegmentReadState state) throws IOException {
    fields = new HashMap<>();
    String delegate = readMeta(state);
    values = DocValuesFormat.forName(delegate).fieldsProducer(state);
  }

  private NearDup1Producer(Map<Integer, SketchParameters> fields, DocValuesProducer values) {
    this.fields = fields;
    this.values = values;
  }

  private String readMeta(SegmentReadState state) throws IOException {
    String name =
        IndexFileNames.segmentFileName(
            state.segmentInfo.name, state.segmentSuffix, NearDup1DocValuesFormat.META_EXTENSION);
    try (ChecksumIndexInput in = state.directory.openChecksumInput(name)) {
      String delegate = null;
      Throwable failure = null;
      try {
        CodecUtil.checkIndexHeader(
            in,
            NearDup1DocValuesFormat.META_CODEC,
            NearDup1DocValuesFormat.VERSION_START,
            NearDup1DocValuesFormat.VERSION_CURRENT,
            state.segmentInfo.getId(),
            state.segmentSuffix);
        delegate = in.readString();
        readFields(in, state);
      } catch (Throwable t) {
        failure = t;
      } finally {
        CodecUtil.checkFooter(in, failure);
      }
      return delegate;
    }
  }

  private void readFields(IndexInput in, SegmentReadState state) throws IOException {
    for (int field = in.readInt();
        field != NearDup1DocValuesFormat.NO_MORE_FIELDS;
        field = in.readInt()) {
      if (field < 0 || state.fieldInfos.fieldInfo(field) == null) {
        throw new CorruptIndexException("no field has number " + field, in);
      }
      fields.put(field, SketchParameters.parse(in.readString()));
    }
  }

  @Override
  public BinaryDocValues getBinary(FieldInfo field) throws IOException {
    SketchParameters parameters = fields.get(field.number);
    BinaryDocValues in = values.getBinary(field);
    return parameters == null ? in : new SketchDocValues(in, parameters);
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
    return new NearDup1Producer(fields, values.getMergeInstance());
  }

  @Override
  public void checkIntegrity() throws IOException {
    values.checkIntegrity();
  }

  @Override
  public void close() throws IOException {
    values.close();
  }
}
