// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.EOFException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.ChecksumIndexInput;
import org.apache.lucene.store.DataAccessHint;
import org.apache.lucene.store.FileTypeHint;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;
import org.neardup.compare.SketchParameters;

/**
 * What the meta file says. Its checksum has been verified.
 *
 * @param delegate name of the format that holds the values
 * @param fields by field number
 */
record NearDup1Meta(String delegate, Map<Integer, Field> fields) {
  /** One field with bands. */
  record Field(SketchParameters parameters, BandLayout layout) {}

  static NearDup1Meta read(SegmentReadState state) throws IOException {
    String name = fileName(state, NearDup1DocValuesFormat.META_EXTENSION);
    try (ChecksumIndexInput in = state.directory.openChecksumInput(name)) {
      NearDup1Meta meta = null;
      Throwable failure = null;
      try {
        checkHeader(in, NearDup1DocValuesFormat.META_CODEC, state);
        meta = new NearDup1Meta(in.readString(), readFields(in, state));
      } catch (Throwable t) {
        failure = t;
      } finally {
        CodecUtil.checkFooter(in, failure);
      }
      return meta;
    }
  }

  private static Map<Integer, Field> readFields(IndexInput in, SegmentReadState state)
      throws IOException {
    Map<Integer, Field> fields = new HashMap<>();
    for (int field = in.readInt();
        field != NearDup1DocValuesFormat.NO_MORE_FIELDS;
        field = in.readInt()) {
      if (field < 0 || state.fieldInfos.fieldInfo(field) == null) {
        throw new CorruptIndexException("no field has number " + field, in);
      }
      SketchParameters parameters = SketchParameters.parse(in.readString());
      fields.put(field, new Field(parameters, BandLayout.read(in, state.segmentInfo.maxDoc())));
    }
    return fields;
  }

  /** Opens the band file; checks its header, its footer and its length, but not its content. */
  IndexInput openBands(SegmentReadState state) throws IOException {
    String name = fileName(state, NearDup1DocValuesFormat.BANDS_EXTENSION);
    IndexInput in =
        state.directory.openInput(
            name, state.context.withHints(FileTypeHint.DATA, DataAccessHint.RANDOM));
    boolean success = false;
    try {
      checkHeader(in, NearDup1DocValuesFormat.BANDS_CODEC, state);
      CodecUtil.retrieveChecksum(in);
      checkBounds(in);
      success = true;
      return in;
    } catch (EOFException e) {
      throw new CorruptIndexException("file ends within its header", in, e);
    } finally {
      if (!success) {
        IOUtils.closeWhileHandlingException(in);
      }
    }
  }

  private void checkBounds(IndexInput in) throws IOException {
    for (Field field : fields.values()) {
      if (field.layout.end() > in.length() - CodecUtil.footerLength()) {
        throw new CorruptIndexException(
            "bands should end at " + field.layout.end() + ", file has " + in.length() + " bytes",
            in);
      }
    }
  }

  private static void checkHeader(IndexInput in, String codec, SegmentReadState state)
      throws IOException {
    CodecUtil.checkIndexHeader(
        in,
        codec,
        NearDup1DocValuesFormat.VERSION_START,
        NearDup1DocValuesFormat.VERSION_CURRENT,
        state.segmentInfo.getId(),
        state.segmentSuffix);
  }

  private static String fileName(SegmentReadState state, String extension) {
    return IndexFileNames.segmentFileName(state.segmentInfo.name, state.segmentSuffix, extension);
  }
}
