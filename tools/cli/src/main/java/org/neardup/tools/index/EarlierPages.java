// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.io.Closeable;
import java.io.IOException;
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
 * The captures of web pages with a status of 2xx that came before, in this run or in the index: a
 * later capture of the same address that failed does not replace them. A capture is a document
 * whose id is its {@code url} and that has a {@code status}. For one thread.
 */
final class EarlierPages implements Closeable {
  private static final String URL = "url";
  private static final String STATUS = "status";

  private final DirectoryReader index;
  private final SeenIds pages = new SeenIds();

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

  /** Whether a document is a failed capture of what came before; takes note of pages. */
  boolean stayInsteadOf(InputDocument document) throws IOException {
    String id = document.id();
    if (!document.values(URL).equals(List.of(id)) || document.values(STATUS).isEmpty()) {
      return false;
    } else if (isPage(document.values(STATUS).getFirst())) {
      pages.add(id);
      return false;
    }
    return pages.contains(id) || isIndexed(id);
  }

  private boolean isIndexed(String id) throws IOException {
    OptionalInt doc =
        index == null ? OptionalInt.empty() : DocumentIds.find(index, new Term(Fields.ID, id));
    if (doc.isEmpty()) {
      return false;
    }
    Document stored = index.storedFields().document(doc.getAsInt(), Set.of(URL, STATUS));
    return id.equals(stored.get(URL)) && stored.get(STATUS) != null && isPage(stored.get(STATUS));
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
