// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.document.DocumentField;
import org.opensearch.search.SearchHit;

/**
 * What a shard tells the coordinating node of a hit. It travels as a field of the hit, from which
 * the response processor takes it.
 *
 * @param sketch from byte 0; null if the document has no text
 * @param seqNo tells documents of a shard apart, whatever the reader
 * @param rank preferred documents have smaller ones; null if the field has no order but that of a
 *     shard
 * @param versions how many documents its group has in the shard that the caller may see, itself
 *     included
 * @param variants sketches of some of them by id, preferred ones first, without itself
 * @param summary of its group in the shard; null if it was not asked for, or is not known
 */
record HitSketch(
    BytesRef sketch,
    long seqNo,
    Long rank,
    int versions,
    Map<String, BytesRef> variants,
    Map<String, Object> summary) {
  /** Of hits, until they are shown. */
  static final String FIELD = "_neardup_sketch";

  /** Puts it into a hit. */
  void putInto(SearchHit hit) {
    hit.setDocumentField(
        FIELD,
        new DocumentField(FIELD, Arrays.asList(sketch, seqNo, rank, versions, variants, summary)));
  }

  /** That of a hit. */
  @SuppressWarnings("unchecked") // as putInto has put them
  static HitSketch in(SearchHit hit) {
    List<Object> values = hit.field(FIELD).getValues();
    return new HitSketch(
        (BytesRef) values.get(0),
        (long) values.get(1),
        (Long) values.get(2),
        (int) values.get(3),
        (Map<String, BytesRef>) values.get(4),
        (Map<String, Object>) values.get(5));
  }
}
