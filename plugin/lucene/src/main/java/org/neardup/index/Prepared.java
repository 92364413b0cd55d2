// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import org.apache.lucene.document.Document;
import org.neardup.compare.SketchedText;
import org.neardup.record.KeyFields;

/**
 * A document analysed and sketched, ready for {@link
 * CollapsingIndexWriter#updateDocument(Prepared)} of the writer that prepared it, once. Preparing
 * is the costly part; it may run on any thread, while documents are handed over in the order that
 * decides which of two near-duplicates came first.
 */
public final class Prepared {
  private final Object maker; // the writer
  private final String id;
  private final Document document;
  private final SketchedText sketched;
  private final byte[] rank;

  Prepared(Object maker, String id, Document document, SketchedText sketched, byte[] rank) {
    this.maker = maker;
    this.id = id;
    this.document = document;
    this.sketched = sketched;
    this.rank = rank;
  }

  /** The document's id. */
  public String id() {
    return id;
  }

  /** How many elements its text has, repeats included; 0 if it has no tokens. */
  public int elementCount() {
    return sketched.elementCount();
  }

  /**
   * Checks that a writer may take it. Another writer's sketches may be of another shape, and a
   * document that says another id by now would be found and deleted by that.
   *
   * @param writer itself, which is like no other
   * @param keys of the writer's configuration
   * @throws IllegalArgumentException if not; the message says why
   */
  void requireMadeBy(Object writer, KeyFields keys) {
    if (!maker.equals(writer)) {
      throw new IllegalArgumentException(
          "a document must be prepared by the writer that it is given to, got document "
              + id
              + " prepared by another writer");
    }
    String idNow = keys.id(document);
    if (!idNow.equals(id)) {
      throw new IllegalArgumentException(
          "a prepared document must not change, got one with id "
              + idNow
              + " that was prepared with id "
              + id);
    }
  }

  Document document() {
    return document;
  }

  SketchedText sketched() {
    return sketched;
  }

  byte[] rank() {
    return rank;
  }
}
