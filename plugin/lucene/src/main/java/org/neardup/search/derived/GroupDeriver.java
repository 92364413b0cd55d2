// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.apache.lucene.index.IndexReader;

/**
 * Derives the groups of a reader from the sketches of its live documents, and keeps them up to date
 * from reader to reader: each document, in a given order, is hidden if an earlier visible one
 * resembles it by at least the threshold, behind the one that it resembles most.
 */
public final class GroupDeriver {

  /**
   * Derives groups of one field.
   *
   * @param field of the sketches
   * @param threshold least estimated resemblance of near-duplicates, above 0, at most 1
   * @param order of documents
   * @param executor runs parts of a derivation beside the calling thread; null for none
   */
  public GroupDeriver(String field, double threshold, DocumentOrder order, Executor executor) {}

  /**
   * The groups of a reader, from scratch or from those of the reader before. Waits for another
   * thread that derives.
   *
   * @param reader over all live documents, not one that filters documents
   */
  public DerivedGroups groups(IndexReader reader) throws IOException {
    return new DerivedGroups();
  }
}
