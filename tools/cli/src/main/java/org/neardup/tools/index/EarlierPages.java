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
import org.neardup.search.OneVersion;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.pipeline.SeenIds;

/**
 * The captures of web pages with a status of 2xx that came before, in this run or in the index:
 * only a capture of the same address that did not fail, holds as much and is not older by its date
 * replaces them. A whole text is more than one that was cut off or damaged, and that is more than
 * none. A capture is a document whose id is its {@code url} and that has a {@code status}. For one
 * thread.
 */
final class EarlierPages implements Closeable {
  private static final String STATUS = "status";
  private static final String DATE = "date";
  private static final long NONE = Long.MIN_VALUE;
  private static final long UNKNOWN_SECOND = -1L << 58;
  private static final int CONTENT_SHIFT = 60;

  private final DirectoryReader index;

  /** By the hash of an address, the {@link #rank} of its capture. */
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

  /** Whether a document is a lesser capture of what came before; takes note of pages. */
  boolean stayInsteadOf(InputDocument document) throws IOException {
    String id = document.id();
    if (!document.values(Fields.URL).equals(List.of(id)) || document.values(STATUS).isEmpty()) {
      return false;
    }
    long hash = SeenIds.hash(id);
    long before = pages.containsKey(hash) ? pages.get(hash) : indexed(id);
    long rank =
        rank(
            document.first(STATUS),
            document.first(DATE),
            document.first(Fields.TEXT),
            document.first(InputDocument.TRUNCATED));
    if (rank > NONE && rank >= before) {
      pages.put(hash, rank);
      return false;
    }
    return before > NONE;
  }

  /** Why a document stays out, and what stays instead. */
  static String reason(InputDocument document) {
    String status = document.first(STATUS);
    String why = "date " + document.first(DATE) + ": the later capture of ";
    if (!isPage(status)) {
      why = "status " + status + ": the earlier capture of ";
    } else if (document.first(Fields.TEXT).isEmpty()) {
      why = "no text: another capture of ";
    } else if (!document.first(InputDocument.TRUNCATED).isEmpty()) {
      why = "not whole: another capture of ";
    }
    return why + document.id();
  }

  /** How much a capture holds, and then when it was made; {@link #NONE} if it failed. */
  private static long rank(String status, String date, String text, String truncated) {
    int wholeness = truncated.isEmpty() ? 2 : 1;
    long content = text.isBlank() ? 0 : wholeness;
    return isPage(status) ? (content << CONTENT_SHIFT) + second(date) : NONE;
  }

  /** The rank of the capture that the index has. */
  private long indexed(String id) throws IOException {
    OptionalInt doc =
        index == null ? OptionalInt.empty() : OneVersion.find(index, new Term(Fields.ID, id));
    if (doc.isEmpty()) {
      return NONE;
    }
    Set<String> fields = Set.of(Fields.URL, STATUS, DATE, Fields.TEXT, InputDocument.TRUNCATED);
    Document stored = index.storedFields().document(doc.getAsInt(), fields);
    return id.equals(stored.get(Fields.URL))
        ? rank(
            Fields.value(stored, STATUS),
            Fields.value(stored, DATE),
            Fields.value(stored, Fields.TEXT),
            Fields.value(stored, InputDocument.TRUNCATED))
        : NONE;
  }

  private static long second(String date) {
    try {
      return Instant.parse(date).getEpochSecond();
    } catch (DateTimeException e) {
      return UNKNOWN_SECOND;
    }
  }

  private static boolean isPage(String status) {
    return status.length() == 3 && status.startsWith("2");
  }

  @Override
  public void close() throws IOException {
    if (index != null) {
      index.close();
    }
  }
}
