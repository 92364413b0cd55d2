// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Which version of a group is preferred: the first in this order. Documents are compared by numeric
 * doc values, field after field, then by their number in the reader. Of several values in one field
 * the least counts; a document without one comes last.
 *
 * <p>As numbers change in merges, the last field should give each document its own value, as {@code
 * _seq_no} of OpenSearch does: then the groups are the same whatever the segments, and documents of
 * merged segments are recognised.
 *
 * @param keys by which documents are compared; none: by their numbers alone
 */
public record DocumentOrder(List<Key> keys) {
  /** The order of the reader. */
  public static final DocumentOrder BY_NUMBER = new DocumentOrder(List.of());

  /**
   * One of the fields by which documents are compared.
   *
   * @param field of numeric or sorted numeric doc values, compared as longs
   * @param isDescending whether the largest value is preferred
   */
  public record Key(String field, boolean isDescending) {
    public Key {
      Objects.requireNonNull(field, "field");
    }
  }

  public DocumentOrder {
    keys = List.copyOf(Objects.requireNonNull(keys, "keys"));
  }

  /** The least value of a field first. */
  public static DocumentOrder ascending(String field) {
    return BY_NUMBER.then(new Key(field, false));
  }

  /** The largest value of a field first. */
  public static DocumentOrder descending(String field) {
    return BY_NUMBER.then(new Key(field, true));
  }

  /** The same; of documents that are equal in it, the one with the least value in a field first. */
  public DocumentOrder thenAscending(String field) {
    return then(new Key(field, false));
  }

  private DocumentOrder then(Key key) {
    List<Key> longer = new ArrayList<>(keys);
    longer.add(key);
    return new DocumentOrder(longer);
  }
}
