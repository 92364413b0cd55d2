// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.util.Bits;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.input.Address;

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

  /**
   * The origins of the documents, by id.
   *
   * @param field that has them; of {@code url}, the hosts are the origins; null for none
   * @return null for none
   */
  Map<String, Set<String>> origins(String field) throws IOException {
    if (field == null) {
      return null;
    }
    Map<String, Set<String>> byId = new HashMap<>();
    for (int doc : documents()) {
      String[] values = index.all().storedFields().document(doc, Set.of(field)).getValues(field);
      boolean areAddresses = field.equals(Fields.URL);
      byId.put(
          ids[doc],
          Arrays.stream(values)
              .map(value -> areAddresses ? Address.host(value) : value)
              .filter(value -> !value.isEmpty())
              .collect(Collectors.toSet()));
    }
    return byId;
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
