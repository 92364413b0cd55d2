// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.neardup.record.DocumentRecord;

/** The fields that hits can be sorted by, for people to choose from. */
final class SortFields {
  private static final int MOST = 30;

  private SortFields() {}

  static List<String> of(IndexReader reader) {
    return StreamSupport.stream(FieldInfos.getMergedFieldInfos(reader).spliterator(), false)
        .filter(SortFields::isSorted)
        .map(info -> info.name)
        .filter(name -> !name.startsWith(DocumentRecord.FIELD_PREFIX))
        .sorted()
        .limit(MOST)
        .toList();
  }

  private static boolean isSorted(FieldInfo info) {
    DocValuesType type = info.getDocValuesType();
    return type != DocValuesType.NONE && type != DocValuesType.BINARY;
  }
}
