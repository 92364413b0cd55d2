// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
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

  OpenIndex(Directory directory) throws IOException {
    config = CollapseConfig.of(directory);
    reader = DirectoryReader.open(directory);
    ids = new String[reader.maxDoc()];
    for (int doc : documents()) {
      Document stored = reader.storedFields().document(doc, Set.of(config.idField()));
      ids[doc] = stored.get(config.idField());
    }
  }

  /** All documents, hidden ones too. */
  DirectoryReader reader() {
    return reader;
  }

  CollapseConfig config() {
    return config;
  }

  /** The numbers of the documents, in the order of the index. */
  int[] documents() {
    Bits live = MultiBits.getLiveDocs(reader);
    return IntStream.range(0, reader.maxDoc())
        .filter(doc -> live == null || live.get(doc))
        .toArray();
  }

  /** The id of a document. */
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
