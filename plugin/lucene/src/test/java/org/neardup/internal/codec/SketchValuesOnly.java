// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FilterBinaryDocValues;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.neardup.internal.record.FilterDocValuesProducer;

/** A reader whose bands are out of reach, as they are behind Lucene's SortingCodecReader. */
public final class SketchValuesOnly extends FilterDirectoryReader {
  /** Over a reader of segments. */
  public SketchValuesOnly(DirectoryReader in) throws IOException {
    super(
        in,
        new SubReaderWrapper() {
          @Override
          public LeafReader wrap(LeafReader reader) {
            return hide(reader);
          }
        });
  }

  static LeafReader hide(LeafReader reader) {
    return new Leaf((CodecReader) reader);
  }

  @Override
  protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
    return new SketchValuesOnly(in);
  }

  @Override
  public CacheHelper getReaderCacheHelper() {
    return in.getReaderCacheHelper();
  }

  private static final class Leaf extends FilterCodecReader {
    Leaf(CodecReader in) {
      super(in);
    }

    @Override
    public DocValuesProducer getDocValuesReader() {
      DocValuesProducer values = super.getDocValuesReader();
      return values == null ? null : new Values(values);
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper();
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }

  private static final class Values extends FilterDocValuesProducer {
    Values(DocValuesProducer in) {
      super(in);
    }

    @Override
    public BinaryDocValues getBinary(FieldInfo field) throws IOException {
      return new FilterBinaryDocValues(in.getBinary(field)) {};
    }
  }
}
