// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import org.neardup.compare.SketchValue;
import org.neardup.record.DocumentRecord;
import org.neardup.record.Place;

/**
 * A document and what Neardup stores of it.
 *
 * @param doc its number in the reader
 */
record IndexedDocument(int doc, DocumentRecord stored) {
  String id() {
    return stored.id();
  }

  /** Null if the text is empty. */
  byte[] sketch() {
    return stored.sketch();
  }

  long scope() {
    return stored.scope();
  }

  Place place() {
    return stored.place();
  }

  int elements() {
    return sketch() == null ? 0 : SketchValue.elements(sketch(), 0);
  }
}
