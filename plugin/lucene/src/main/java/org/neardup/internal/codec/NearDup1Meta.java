// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
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
import org.neardup.codec.NearDup1DocValuesFormat;
import org.neardup.internal.compare.SketchParameters;

/**
 * What the meta file says. Its checksum has been verified.
 *
 * @param delegate name of the format that holds the values
 * @param fields by field number, in the order of their bands
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
        meta = new NearDup1Meta(readDelegate(in), readFields(in, state));
      } catch (EOFException | RuntimeException e) {
        failure = new CorruptIndexException("impossible content: " + e.getMessage(), in, e);
      } catch (Throwable t) {
        failure = t;
      } finally {
        CodecUtil.checkFooter(in, failure);
      }
      return meta;
    }
  }

  private static String readDelegate(IndexInput in) throws IOException {
    String delegate = readString(in);
    if (!delegate.equals(NearDup1DocValuesFormat.DELEGATE)) {
      throw new CorruptIndexException(
          "the format of the values must be "
              + NearDup1DocValuesFormat.DELEGATE
              + ", got "
              + delegate,
          in);
    }
    return delegate;
  }

  /** Reads a string as Lucene writes it, but never takes memory for more than the file has. */
  private static String readString(IndexInput in) throws IOException {
    int length = in.readVInt();
    if (length < 0 || length > in.length() - in.getFilePointer()) {
      throw new CorruptIndexException("impossible length of a string: " + length, in);
    }
    byte[] bytes = new byte[length];
    in.readBytes(bytes, 0, length);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static Map<Integer, Field> readFields(IndexInput in, SegmentReadState state)
      throws IOException {
    Map<Integer, Field> fields = new LinkedHashMap<>();
    for (int field = in.readInt();
        field != NearDup1DocValuesFormat.NO_MORE_FIELDS;
        field = in.readInt()) {
      if (field < 0 || state.fieldInfos.fieldInfo(field) == null) {
        throw new CorruptIndexException("no field has number " + field, in);
      }
      SketchParameters parameters = SketchParameters.parse(readString(in));
      SketchParameters written =
          NearDup1DocValuesFormat.parametersOf(state.fieldInfos.fieldInfo(field));
      if (written != null && !written.equals(parameters)) {
        throw new CorruptIndexException(
            "the parameters of field " + field + " must be " + written + ", got " + parameters, in);
      }
      Field read = new Field(parameters, BandLayout.read(in, state.segmentInfo.maxDoc()));
      if (fields.put(field, read) != null) {
        throw new CorruptIndexException("field " + field + " occurs twice", in);
      }
    }
    return fields;
  }

  /** Opens the band file; checks its header, its footer and its length, but not its content. */
  IndexInput openBands(SegmentReadState state) throws IOException {
    String name = fileName(state, NearDup1DocValuesFormat.BANDS_EXTENSION);
    IndexInput in =
        state.directory.openInput(
            name, state.context.withHints(FileTypeHint.DATA, DataAccessHint.RANDOM));
    try {
      checkHeader(in, NearDup1DocValuesFormat.BANDS_CODEC, state);
      long start = in.getFilePointer();
      CodecUtil.retrieveChecksum(in);
      checkBounds(in, start, fileName(state, NearDup1DocValuesFormat.META_EXTENSION));
      return in;
    } catch (EOFException e) {
      IOUtils.closeWhileHandlingException(in);
      throw new CorruptIndexException("file ends within its header", in, e);
    } catch (Throwable t) {
      IOUtils.closeWhileHandlingException(in);
      throw t;
    }
  }

  private void checkBounds(IndexInput in, long start, String meta) throws IOException {
    long position = start;
    for (Field field : fields.values()) { // each behind the one before
      if (field.layout.start() != position) {
        throw new CorruptIndexException(
            "bands should begin at " + position + ", " + meta + " has " + field.layout.start(), in);
      }
      position = field.layout.end();
    }
    if (position != in.length() - CodecUtil.footerLength()) {
      throw new CorruptIndexException(
          "by " + meta + ", bands should end at " + position + ", the file has " + in.length(), in);
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
