// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import org.apache.lucene.document.Document;
import org.neardup.codec.SketchedText;

/**
 * A document analysed and sketched, ready for {@link CollapsingIndexWriter#update(Prepared)} of the
 * writer that prepared it, once. Preparing is the costly part; it may run on any thread, while
 * documents are handed over in the order that decides which of two near-duplicates came first.
 */
public final class Prepared {
  private final String id;
  private final Document document;
  private final SketchedText sketched;
  private final byte[] rank;

  Prepared(String id, Document document, SketchedText sketched, byte[] rank) {
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
