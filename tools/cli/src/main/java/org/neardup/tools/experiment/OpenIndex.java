// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;
import org.neardup.index.CollapseConfig;
import org.neardup.search.RecordedGroups;

/** A collapsed index that keeps its near-duplicates, open to read. For one thread. */
final class OpenIndex implements Closeable {
  private static final String TITLE = "title";

  private final DirectoryReader reader;
  private final CollapseConfig config;
  private final String[] ids;

  /**
   * Opens it.
   *
   * @param problems takes what is wrong with each document that is left out, as its id cannot stand
   *     in the files that are written
   */
  OpenIndex(Directory directory, Consumer<String> problems) throws IOException {
    config = CollapseConfig.of(directory);
    reader = DirectoryReader.open(directory);
    ids = new String[reader.maxDoc()];
    Bits live = MultiBits.getLiveDocs(reader);
    for (int doc = 0; doc < ids.length; doc++) {
      if (live == null || live.get(doc)) {
        ids[doc] = readId(doc, problems);
      }
    }
  }

  private String readId(int doc, Consumer<String> problems) throws IOException {
    Document stored = reader.storedFields().document(doc, Set.of(config.idField()));
    try {
      return TextLines.id("document id", stored.get(config.idField()));
    } catch (IllegalArgumentException e) {
      problems.accept(e.getMessage() + "; it is left out");
      return null;
    }
  }

  /** All documents, hidden ones too. */
  DirectoryReader reader() {
    return reader;
  }

  CollapseConfig config() {
    return config;
  }

  /** The numbers of the documents that are not left out, in the order of the index. */
  int[] documents() {
    return IntStream.range(0, ids.length).filter(doc -> ids[doc] != null).toArray();
  }

  /** The id of a document; null if it is left out. */
  String id(int doc) {
    return ids[doc];
  }

  /** The title of a document; null if it has none. */
  String title(int doc) throws IOException {
    Document stored = reader.storedFields().document(doc, Set.of(TITLE));
    return stored.get(TITLE);
  }

  /** Which documents are near-copies of each other: those of one group. */
  Copies copies() throws IOException {
    RecordedGroups groups = new RecordedGroups(reader);
    Map<String, Object> byId = new HashMap<>();
    for (int doc : documents()) {
      byId.put(id(doc), groups.group(doc));
    }
    return new Copies(byId);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
