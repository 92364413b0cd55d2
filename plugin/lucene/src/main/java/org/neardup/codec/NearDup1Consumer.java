// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IOUtils;

/** Writes the values through the delegate, and after each binary field its bands. */
final class NearDup1Consumer extends DocValuesConsumer {
  private final SegmentWriteState state;
  private final SketchParameters parameters;
  private final DocValuesConsumer values;
  private IndexOutput meta;
  private IndexOutput bands;

  NearDup1Consumer(SegmentWriteState state, SketchParameters parameters) throws IOException {
    this.state = state;
    this.parameters = parameters;
    // Not in a static field: looking a format up while formats are being loaded can deadlock.
    DocValuesFormat delegate = DocValuesFormat.forName(NearDup1DocValuesFormat.DELEGATE);
    values = delegate.fieldsConsumer(state);
    boolean success = false;
    try {
      meta =
          open(state, NearDup1DocValuesFormat.META_EXTENSION, NearDup1DocValuesFormat.META_CODEC);
      bands =
          open(state, NearDup1DocValuesFormat.BANDS_EXTENSION, NearDup1DocValuesFormat.BANDS_CODEC);
      meta.writeString(delegate.getName());
      success = true;
    } finally {
      if (!success) {
        IOUtils.closeWhileHandlingException(meta, bands, values);
      }
    }
  }

  private static IndexOutput open(SegmentWriteState state, String extension, String codec)
      throws IOException {
    String name =
        IndexFileNames.segmentFileName(state.segmentInfo.name, state.segmentSuffix, extension);
    IndexOutput out = state.directory.createOutput(name, state.context);
    boolean success = false;
    try {
      CodecUtil.writeIndexHeader(
          out,
          codec,
          NearDup1DocValuesFormat.VERSION_CURRENT,
          state.segmentInfo.getId(),
          state.segmentSuffix);
      success = true;
      return out;
    } finally {
      if (!success) {
        IOUtils.closeWhileHandlingException(out);
      }
    }
  }

  @Override
  public void addBinaryField(FieldInfo field, DocValuesProducer producer) throws IOException {
    values.addBinaryField(field, producer);
    SketchParameters parameters = parametersOf(field);
    if (parameters != null) {
      try (BandSources sources = new BandSources(state, field, parameters)) {
        sources.addValues(producer.getBinary(field));
        writeBands(field, parameters, sources);
      }
    }
  }

  @Override
  public void mergeBinaryField(FieldInfo field, MergeState merge) throws IOException {
    SketchParameters parameters = parametersOf(field);
    if (parameters == null) {
      values.mergeBinaryField(field, merge);
      return;
    }
    try (BandSources sources = new BandSources(state, field, parameters)) {
      sources.addSegments(merge); // first, because it may refuse them
      values.mergeBinaryField(field, merge);
      writeBands(field, parameters, sources);
    }
  }

  private void writeBands(FieldInfo field, SketchParameters parameters, BandSources sources)
      throws IOException {
    field.putAttribute(NearDup1DocValuesFormat.PARAMETERS_ATTRIBUTE, parameters.toString());
    meta.writeInt(field.number);
    meta.writeString(parameters.toString());
    sources.write(bands).write(meta);
  }

  private SketchParameters parametersOf(FieldInfo field) {
    return parameters != null ? parameters : NearDup1DocValuesFormat.parametersOf(field);
  }

  @Override
  public void addNumericField(FieldInfo field, DocValuesProducer producer) throws IOException {
    values.addNumericField(field, producer);
  }

  @Override
  public void addSortedField(FieldInfo field, DocValuesProducer producer) throws IOException {
    values.addSortedField(field, producer);
  }

  @Override
  public void addSortedNumericField(FieldInfo field, DocValuesProducer producer)
      throws IOException {
    values.addSortedNumericField(field, producer);
  }

  @Override
  public void addSortedSetField(FieldInfo field, DocValuesProducer producer) throws IOException {
    values.addSortedSetField(field, producer);
  }

  @Override
  public void mergeNumericField(FieldInfo field, MergeState merge) throws IOException {
    values.mergeNumericField(field, merge);
  }

  @Override
  public void mergeSortedField(FieldInfo field, MergeState merge) throws IOException {
    values.mergeSortedField(field, merge);
  }

  @Override
  public void mergeSortedNumericField(FieldInfo field, MergeState merge) throws IOException {
    values.mergeSortedNumericField(field, merge);
  }

  @Override
  public void mergeSortedSetField(FieldInfo field, MergeState merge) throws IOException {
    values.mergeSortedSetField(field, merge);
  }

  @Override
  public void close() throws IOException {
    boolean success = false;
    try {
      if (meta != null) {
        meta.writeInt(NearDup1DocValuesFormat.NO_MORE_FIELDS);
        CodecUtil.writeFooter(meta);
        CodecUtil.writeFooter(bands);
      }
      success = true;
    } finally {
      if (success) {
        IOUtils.close(meta, bands, values);
      } else {
        IOUtils.closeWhileHandlingException(meta, bands, values);
      }
      meta = null;
      bands = null;
    }
  }
}
