// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.perfield.PerFieldDocValuesFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.neardup.codec.NearDup1DocValuesFormat;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;

/**
 * Makes a codec write sketches.
 *
 * <p>Segments keep the name of the wrapped codec, and the format of each field is found by its own
 * name, so any reader with this library on its class path opens them, {@code CheckIndex} and other
 * codecs included.
 */
public final class NearDupCodec {
  private NearDupCodec() {}

  /**
   * Wraps a codec so that one field holds sketches and their bands. All other fields, and all other
   * files, are as the delegate writes them. Wrap again for a second field.
   *
   * @param delegate a codec that chooses its doc values format by field, as all of Lucene's own do
   * @param field the field of the sketches, a binary doc values field of {@link SketchValue}s
   * @param parameters what the field will hold
   * @throws IllegalArgumentException if the delegate has one doc values format for all fields:
   *     segments written in two formats could not be read back under its name
   */
  public static Codec wrap(Codec delegate, String field, SketchParameters parameters) {
    Objects.requireNonNull(field, "field");
    DocValuesFormat format = delegate.docValuesFormat();
    if (format instanceof PerFieldDocValuesFormat || format instanceof SketchesInOneField) {
      return new Wrapped(delegate, new SketchesInOneField(format, field, parameters));
    }
    throw new IllegalArgumentException(
        "codec must choose its doc values format by field (PerFieldDocValuesFormat), got "
            + delegate
            + " with "
            + format);
  }

  private static final class Wrapped extends FilterCodec {
    private final DocValuesFormat docValues;

    Wrapped(Codec delegate, DocValuesFormat docValues) {
      super(delegate.getName(), delegate);
      this.docValues = docValues;
    }

    @Override
    public DocValuesFormat docValuesFormat() {
      return docValues;
    }
  }

  /**
   * Uses a new format for each segment, because the fields of a segment need to know about each
   * other.
   */
  private static final class SketchesInOneField extends DocValuesFormat {
    private final DocValuesFormat delegate;
    private final String field;
    private final SketchParameters parameters;

    SketchesInOneField(DocValuesFormat delegate, String field, SketchParameters parameters) {
      super(delegate.getName());
      this.delegate = delegate;
      this.field = field;
      this.parameters = parameters;
    }

    @Override
    public DocValuesConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
      HiddenDocs hiddenDocs = new HiddenDocs();
      return hiddenDocs.watch(byField(hiddenDocs).fieldsConsumer(state));
    }

    @Override
    public DocValuesProducer fieldsProducer(SegmentReadState state) throws IOException {
      return delegate.fieldsProducer(state); // finds the format of each field by its name
    }

    private PerFieldDocValuesFormat byField(HiddenDocs hiddenDocs) {
      PerFieldDocValuesFormat others =
          delegate instanceof SketchesInOneField wrapped
              ? wrapped.byField(hiddenDocs)
              : (PerFieldDocValuesFormat) delegate;
      DocValuesFormat sketches = new NearDup1DocValuesFormat(parameters, hiddenDocs);
      return new PerFieldDocValuesFormat() {
        @Override
        public DocValuesFormat getDocValuesFormatForField(String name) {
          return name.equals(field) ? sketches : others.getDocValuesFormatForField(name);
        }
      };
    }
  }
}
