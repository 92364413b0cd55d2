// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IOUtils;
import org.neardup.codec.NearDup1DocValuesFormat;
import org.neardup.internal.compare.SketchParameters;

/** Writes the values through the delegate, and the bands of each binary field. */
public final class NearDup1Consumer extends FilterDocValuesConsumer {
  private final SegmentWriteState state;
  private final SketchParameters parameters;
  private final HiddenDocs hiddenDocs;
  private final Map<FieldInfo, DocValuesProducer> withoutBands = new LinkedHashMap<>();
  private IndexOutput meta;
  private IndexOutput bands;
  private boolean isClosed;

  public NearDup1Consumer(
      SegmentWriteState state, SketchParameters parameters, HiddenDocs hiddenDocs)
      throws IOException {
    // Not in a static field: looking a format up while formats are being loaded can deadlock.
    super(DocValuesFormat.forName(NearDup1DocValuesFormat.DELEGATE).fieldsConsumer(state));
    this.state = state;
    this.parameters = parameters;
    this.hiddenDocs = hiddenDocs;
    try {
      meta =
          open(state, NearDup1DocValuesFormat.META_EXTENSION, NearDup1DocValuesFormat.META_CODEC);
      bands =
          open(state, NearDup1DocValuesFormat.BANDS_EXTENSION, NearDup1DocValuesFormat.BANDS_CODEC);
      meta.writeString(NearDup1DocValuesFormat.DELEGATE);
    } catch (Throwable t) {
      IOUtils.closeWhileHandlingException(meta, bands, in);
      throw t;
    }
  }

  private static IndexOutput open(SegmentWriteState state, String extension, String codec)
      throws IOException {
    String name =
        IndexFileNames.segmentFileName(state.segmentInfo.name, state.segmentSuffix, extension);
    IndexOutput out = state.directory.createOutput(name, state.context);
    try {
      CodecUtil.writeIndexHeader(
          out,
          codec,
          NearDup1DocValuesFormat.VERSION_CURRENT,
          state.segmentInfo.getId(),
          state.segmentSuffix);
      return out;
    } catch (Throwable t) {
      IOUtils.closeWhileHandlingException(out);
      throw t;
    }
  }

  @Override
  public void addBinaryField(FieldInfo field, DocValuesProducer producer) throws IOException {
    in.addBinaryField(field, producer);
    if (parametersOf(field) != null) {
      withoutBands.put(field, producer); // hidden documents may become known only after this field
    }
  }

  private void writeBands() throws IOException {
    for (Map.Entry<FieldInfo, DocValuesProducer> each : withoutBands.entrySet()) {
      FieldInfo field = each.getKey();
      SketchParameters fieldParameters = parametersOf(field);
      try (BandSources sources = new BandSources(state, field, fieldParameters, hiddenDocs)) {
        sources.addValues(each.getValue().getBinary(field));
        writeBands(field, fieldParameters, sources);
      }
    }
  }

  @Override
  public void mergeBinaryField(FieldInfo field, MergeState merge) throws IOException {
    SketchParameters fieldParameters = parametersOf(field);
    if (fieldParameters == null) {
      in.mergeBinaryField(field, merge);
      return;
    }
    try (BandSources sources = new BandSources(state, field, fieldParameters, hiddenDocs)) {
      sources.addSegments(merge); // first, because it may refuse them
      in.mergeBinaryField(field, merge);
      writeBands(field, fieldParameters, sources);
    }
  }

  private void writeBands(FieldInfo field, SketchParameters fieldParameters, BandSources sources)
      throws IOException {
    field.putAttribute(NearDup1DocValuesFormat.PARAMETERS_ATTRIBUTE, fieldParameters.toString());
    meta.writeInt(field.number);
    meta.writeString(fieldParameters.toString());
    sources.write(bands).write(meta);
  }

  private SketchParameters parametersOf(FieldInfo field) {
    return parameters != null ? parameters : NearDup1DocValuesFormat.parametersOf(field);
  }

  @Override
  public void close() throws IOException {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      writeBands();
      meta.writeInt(NearDup1DocValuesFormat.NO_MORE_FIELDS);
      CodecUtil.writeFooter(meta);
      CodecUtil.writeFooter(bands);
    } catch (Throwable t) {
      IOUtils.closeWhileHandlingException(meta, bands, in);
      throw t;
    }
    IOUtils.close(meta, bands, in);
  }
}
