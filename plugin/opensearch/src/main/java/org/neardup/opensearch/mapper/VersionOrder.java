// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.mapper;

import org.neardup.search.derived.DocumentOrder;
import org.opensearch.index.mapper.SeqNoFieldMapper;

/**
 * Which version of a group is preferred, as a mapping says it: {@code date}, {@code date:asc} or
 * {@code date:desc}. Ties are broken by {@code _seq_no}, which no two documents of a shard share.
 *
 * @param field of numbers
 * @param isDescending whether the largest is preferred
 */
record VersionOrder(String field, boolean isDescending) {
  private static final String ASCENDING = ":asc";
  private static final String DESCENDING = ":desc";
  static final VersionOrder BY_SEQ_NO = new VersionOrder(SeqNoFieldMapper.NAME, false);

  static VersionOrder parse(String text) {
    boolean isDescending = text.endsWith(DESCENDING);
    String field =
        isDescending || text.endsWith(ASCENDING) ? text.substring(0, text.lastIndexOf(':')) : text;
    if (field.isEmpty()) {
      throw new IllegalArgumentException(
          "order must be _seq_no, FIELD, FIELD:asc or FIELD:desc, got [" + text + "]");
    }
    return new VersionOrder(field, isDescending);
  }

  boolean isBySeqNo() {
    return field.equals(SeqNoFieldMapper.NAME);
  }

  DocumentOrder documentOrder() {
    DocumentOrder order =
        isDescending ? DocumentOrder.descending(field) : DocumentOrder.ascending(field);
    return isBySeqNo() ? order : order.thenAscending(SeqNoFieldMapper.NAME);
  }

  @Override
  public String toString() {
    return isDescending ? field + DESCENDING : field;
  }
}
