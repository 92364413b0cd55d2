// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.lucene.index.IndexReader.CacheHelper;
import org.apache.lucene.index.IndexReader.CacheKey;
import org.apache.lucene.util.IOSupplier;

/**
 * Values computed from readers: once for each reader, kept until it is closed. Safe for threads.
 */
final class ReaderCache<V> {
  private final ConcurrentMap<CacheKey, V> values = new ConcurrentHashMap<>();

  /**
   * The value of a reader, made now if there is none.
   *
   * @param reader null if the reader can't be told from others; then nothing is kept
   * @param maker gives what is not null
   */
  V get(CacheHelper reader, IOSupplier<V> maker) throws IOException {
    if (reader == null) {
      return maker.get();
    }
    V known = values.get(reader.getKey());
    return known != null ? known : make(reader, maker);
  }

  private V make(CacheHelper reader, IOSupplier<V> maker) throws IOException {
    try {
      return values.computeIfAbsent(
          reader.getKey(),
          key -> {
            try {
              V made = maker.get();
              reader.addClosedListener(values::remove);
              return made;
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** The number of readers that have a value. */
  int size() {
    return values.size();
  }
}
