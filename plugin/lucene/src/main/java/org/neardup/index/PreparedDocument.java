// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.RamUsageEstimator;
import org.neardup.internal.analysis.ReplayedField;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.record.KeyFields;

/**
 * An analysed and sketched document, to be passed once to {@link
 * CollapsingIndexWriter#updateDocument(PreparedDocument)} or {@link CollapsingIndexWriter#decide}
 * of the writer that prepared it. Preparing is the expensive part and may run on any thread; the
 * order of those calls is the order of arrival.
 */
public final class PreparedDocument {
  private static final int FIELD_BYTES = 100; // a field's own objects, without what they hold

  private final Object maker; // the writer
  private final String id;
  private final Document document;
  private final SketchedText sketched;
  private final byte[] rank;

  PreparedDocument(Object maker, String id, Document document, SketchedText sketched, byte[] rank) {
    this.maker = maker;
    this.id = id;
    this.document = document;
    this.sketched = sketched;
    this.rank = rank;
  }

  public String id() {
    return id;
  }

  /** The number of elements of the text, including repeats; 0 if it has no tokens. */
  public int elementCount() {
    return sketched.elementCount();
  }

  /**
   * Checks that a writer prepared this, and that the document still has its id: it would be updated
   * and deleted by the new one.
   *
   * @param writer compared by identity
   * @throws IllegalArgumentException otherwise
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

  /** About what it takes of the heap until it is written. */
  long bytes() {
    long bytes = 0;
    for (IndexableField field : document) {
      bytes += FIELD_BYTES + (long) Float.BYTES * field.fieldType().vectorDimension();
      String text = field.numericValue() == null ? field.stringValue() : null; // no digits made
      bytes += text == null ? 0 : RamUsageEstimator.sizeOf(text);
      bytes += field.binaryValue() == null ? 0 : field.binaryValue().length;
      bytes += field instanceof ReplayedField replayed ? replayed.tokens().sizeInBytes() : 0;
    }
    return bytes;
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
