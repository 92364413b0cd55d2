// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.util.Bits;
import org.neardup.tools.index.NeardupIndex;

/**
 * A collapsed index that keeps its near-duplicates, and the ids of its documents. For one thread.
 *
 * @param ids by document; null for those that are left out
 */
@SuppressWarnings("ArrayRecordComponent") // read, never compared
record OpenIndex(NeardupIndex index, String[] ids) {
  /**
   * Reads the ids.
   *
   * @param problems takes what is wrong with each document that is left out, as its id cannot stand
   *     in the files that are written
   */
  static OpenIndex of(NeardupIndex index, Consumer<String> problems) throws IOException {
    String[] ids = new String[index.all().maxDoc()];
    Bits live = MultiBits.getLiveDocs(index.all());
    for (int doc = 0; doc < ids.length; doc++) {
      if (live == null || live.get(doc)) {
        try {
          ids[doc] = TextLines.id("document id", index.name(doc).id());
        } catch (IllegalArgumentException e) {
          problems.accept(e.getMessage() + "; it is left out");
        }
      }
    }
    return new OpenIndex(index, ids);
  }

  /** The numbers of the documents that are not left out, in the order of the index. */
  int[] documents() {
    return IntStream.range(0, ids.length).filter(doc -> ids[doc] != null).toArray();
  }

  /** Which documents are near-copies of each other: those of one group. */
  Copies copies() throws IOException {
    Map<String, Object> byId = new HashMap<>();
    for (int doc : documents()) {
      byId.put(ids[doc], index.groups().group(doc));
    }
    return new Copies(byId);
  }
}
