// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.util.Bits;
import org.neardup.tools.index.NeardupIndex;

/**
 * A collapsed index that keeps its near-duplicates, and the ids of its documents. For one thread.
 *
 * @param ids by document, none with white space in it; null for deleted ones
 */
@SuppressWarnings("ArrayRecordComponent") // read, never compared
record OpenIndex(NeardupIndex index, String[] ids) {
  /** Reads the ids. */
  static OpenIndex of(NeardupIndex index) throws IOException {
    String[] ids = new String[index.all().maxDoc()];
    Bits live = MultiBits.getLiveDocs(index.all());
    for (int doc = 0; doc < ids.length; doc++) {
      if (live == null || live.get(doc)) {
        ids[doc] = index.name(doc).id();
      }
    }
    return new OpenIndex(index, ids);
  }

  /** The numbers of the documents, in the order of the index. */
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
