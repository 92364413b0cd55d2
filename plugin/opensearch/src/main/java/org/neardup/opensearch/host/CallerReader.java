// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.host;

import java.util.Collection;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.opensearch.common.lucene.index.OpenSearchDirectoryReader;

/** The reader of a shard as a caller has it: a security plugin may have put filters around it. */
public final class CallerReader {
  private static final String CANCELLATION = "ExitableDirectoryReader"; // its class is not public

  private CallerReader() {}

  /**
   * The reader of all documents, whatever is wrapped around it.
   *
   * @throws IllegalArgumentException if it is not one of a shard
   */
  public static OpenSearchDirectoryReader unfiltered(IndexReader reader) {
    if (!isOfShard(reader)) {
      throw new IllegalArgumentException("groups are known for a shard's reader only: " + reader);
    }
    return OpenSearchDirectoryReader.getOpenSearchDirectoryReader((DirectoryReader) reader);
  }

  /**
   * Whether a reader is one of a shard: a highlighter, for one, has the text of a hit in another.
   */
  public static boolean isOfShard(IndexReader reader) {
    OpenSearchDirectoryReader unfiltered =
        reader instanceof DirectoryReader directory
            ? OpenSearchDirectoryReader.getOpenSearchDirectoryReader(directory)
            : null;
    return unfiltered != null && unfiltered.maxDoc() == reader.maxDoc();
  }

  /**
   * The same reader without the wrapper that looks at each document whether the search was
   * cancelled, which takes longer than reading it. Others stay: they may hide something.
   */
  public static IndexReader withoutCancellation(IndexReader reader) {
    return reader instanceof FilterDirectoryReader wrapper
            && wrapper.getClass().getSimpleName().equals(CANCELLATION)
        ? wrapper.getDelegate()
        : reader;
  }

  /** Whether the reader of a shard shows all its documents. */
  public static boolean showsAll(IndexReader reader) {
    return reader.numDocs() == unfiltered(reader).numDocs();
  }

  /** Whether a reader hides one of some fields; those that are not indexed it cannot hide. */
  public static boolean hides(IndexReader reader, Collection<String> fields) {
    if (reader == null || !isOfShard(reader)) {
      return false;
    }
    List<LeafReaderContext> all = unfiltered(reader).leaves();
    for (LeafReaderContext leaf : reader.leaves()) {
      FieldInfos shown = leaf.reader().getFieldInfos();
      FieldInfos there = all.get(leaf.ord).reader().getFieldInfos();
      for (String field : fields) {
        if (shown.fieldInfo(field) == null && there.fieldInfo(field) != null) {
          return true;
        }
      }
    }
    return false;
  }
}
