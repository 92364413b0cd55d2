// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.Terms;
import org.apache.lucene.tests.index.FieldFilterLeafReader;
import org.opensearch.common.lucene.index.SequentialStoredFieldsLeafReader;

/**
 * Hides fields, as the readers of field-level security do for a user. Like those, it leaves the
 * cache keys of readers as they are.
 */
public final class FieldsReader extends FilterDirectoryReader {
  private final Set<String> hidden;

  /** A reader without some of its fields. */
  public FieldsReader(DirectoryReader in, Set<String> hidden) throws IOException {
    super(
        in,
        new SubReaderWrapper() {
          @Override
          public LeafReader wrap(LeafReader leaf) {
            return new FieldsLeaf(leaf, hidden);
          }
        });
    this.hidden = hidden;
  }

  @Override
  protected DirectoryReader doWrapDirectoryReader(DirectoryReader other) throws IOException {
    return new FieldsReader(other, hidden);
  }

  @Override
  public CacheHelper getReaderCacheHelper() {
    return in.getReaderCacheHelper();
  }

  private static final class FieldsLeaf extends SequentialStoredFieldsLeafReader {
    private final LeafReader shown;

    FieldsLeaf(LeafReader all, Set<String> hidden) {
      super(all);
      shown = new FieldFilterLeafReader(all, hidden, true);
    }

    @Override
    public FieldInfos getFieldInfos() {
      return shown.getFieldInfos();
    }

    @Override
    public Terms terms(String field) throws IOException {
      return shown.terms(field);
    }

    @Override
    public BinaryDocValues getBinaryDocValues(String field) throws IOException {
      return shown.getBinaryDocValues(field);
    }

    @Override
    public SortedSetDocValues getSortedSetDocValues(String field) throws IOException {
      return shown.getSortedSetDocValues(field);
    }

    @Override
    public SortedNumericDocValues getSortedNumericDocValues(String field) throws IOException {
      return shown.getSortedNumericDocValues(field);
    }

    @Override
    protected StoredFieldsReader doGetSequentialStoredFieldsReader(StoredFieldsReader reader) {
      return reader;
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
}
