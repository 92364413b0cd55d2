// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import org.neardup.compare.SketchValue;
import org.neardup.record.Place;

/**
 * A document as it is explained.
 *
 * @param doc its number in the reader
 * @param sketch null if the text is empty
 * @param scope hash of the name of its scope; 0 if it has none, or that is not known
 */
@SuppressWarnings("ArrayRecordComponent") // documents are read, not compared
record IndexedDocument(int doc, String id, byte[] sketch, long scope, Place place) {
  int elements() {
    return sketch == null ? 0 : SketchValue.elements(sketch, 0);
  }
}
