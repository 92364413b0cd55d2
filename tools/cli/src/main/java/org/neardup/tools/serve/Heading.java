// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.neardup.internal.record.DocumentRecord;

/**
 * What is at the top of every page: the search box, as the reader filled it.
 *
 * @param site name of the index
 * @param fields that hits can be sorted by
 */
record Heading(String site, SearchRequest request, List<String> fields) {
  private static final int MOST_FIELDS = 30;

  /** On a page that is not one of hits. */
  static Heading of(Site site) {
    return new Heading(site.name(), SearchRequest.none(), List.of());
  }

  /** On a page of hits. */
  static Heading of(Site site, SearchRequest request, IndexReader reader) {
    List<String> fields =
        StreamSupport.stream(FieldInfos.getMergedFieldInfos(reader).spliterator(), false)
            .filter(Heading::isSorted)
            .map(info -> info.name)
            .filter(name -> !name.startsWith(DocumentRecord.FIELD_PREFIX))
            .sorted()
            .limit(MOST_FIELDS)
            .toList();
    return new Heading(site.name(), request, fields);
  }

  private static boolean isSorted(FieldInfo info) {
    DocValuesType type = info.getDocValuesType();
    return type != DocValuesType.NONE && type != DocValuesType.BINARY;
  }
}
