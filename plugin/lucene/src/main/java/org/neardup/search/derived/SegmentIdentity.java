// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader.CacheHelper;
import org.apache.lucene.index.LeafReader;

/**
 * Tells a segment from others, and from itself with other doc values.
 *
 * @param core key of the segment's core; the reader itself if it has none
 * @param generations of the doc values of the sketches and of what documents are ordered by
 */
record SegmentIdentity(Object core, List<Long> generations) {

  static SegmentIdentity of(LeafReader reader, String sketches, DocumentOrder order) {
    List<Long> generations = new ArrayList<>();
    generations.add(generation(reader, sketches));
    order.keys().forEach(key -> generations.add(generation(reader, key.field())));
    CacheHelper helper = reader.getCoreCacheHelper();
    return new SegmentIdentity(helper == null ? reader : helper.getKey(), generations);
  }

  private static long generation(LeafReader reader, String field) {
    FieldInfo info = reader.getFieldInfos().fieldInfo(field);
    return info == null ? -1 : info.getDocValuesGen();
  }
}
