// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import com.carrotsearch.hppc.LongLongHashMap;
import java.io.Closeable;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.neardup.search.DocumentIds;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.pipeline.SeenIds;

/**
 * The captures of web pages with a status of 2xx that came before, in this run or in the index:
 * only a capture of the same address that did not fail and is not older by its date replaces them.
 * A capture is a document whose id is its {@code url} and that has a {@code status}. For one
 * thread.
 */
final class EarlierPages implements Closeable {
  private static final String STATUS = "status";
  private static final String DATE = "date";
  private static final long NEVER = Long.MIN_VALUE;
  private static final long UNKNOWN = NEVER + 1;

  private final DirectoryReader index;

  /** By the hash of an address, the second of its last capture. */
  private final LongLongHashMap pages = new LongLongHashMap();

  /**
   * Those of an index, if there is one.
   *
   * @param isReplaced whether it will be replaced, so that its documents do not count
   */
  EarlierPages(Directory directory, boolean isReplaced) throws IOException {
    index =
        isReplaced || !DirectoryReader.indexExists(directory)
            ? null
            : DirectoryReader.open(directory);
  }

  /** Whether a document is a failed or older capture of what came before; takes note of pages. */
  boolean stayInsteadOf(InputDocument document) throws IOException {
    String id = document.id();
    if (!document.values(Fields.URL).equals(List.of(id)) || document.values(STATUS).isEmpty()) {
      return false;
    }
    long hash = SeenIds.hash(id);
    long last = pages.containsKey(hash) ? pages.get(hash) : indexed(id);
    long second = second(document.first(DATE));
    if (isPage(document.first(STATUS)) && second >= last) {
      pages.put(hash, second);
      return false;
    }
    return last > NEVER;
  }

  /** The second of the capture that the index has. */
  private long indexed(String id) throws IOException {
    OptionalInt doc =
        index == null ? OptionalInt.empty() : DocumentIds.find(index, new Term(Fields.ID, id));
    if (doc.isEmpty()) {
      return NEVER;
    }
    Document stored =
        index.storedFields().document(doc.getAsInt(), Set.of(Fields.URL, STATUS, DATE));
    boolean isPage =
        id.equals(stored.get(Fields.URL))
            && stored.get(STATUS) != null
            && isPage(stored.get(STATUS));
    return isPage ? second(Fields.value(stored, DATE)) : NEVER;
  }

  private static long second(String date) {
    try {
      return Instant.parse(date).getEpochSecond();
    } catch (DateTimeException e) {
      return UNKNOWN;
    }
  }

  static boolean isPage(String status) {
    return status.length() == 3 && status.startsWith("2");
  }

  @Override
  public void close() throws IOException {
    if (index != null) {
      index.close();
    }
  }
}
