// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.StoredFields;
import org.neardup.analysis.ElementExtractor;
import org.neardup.sketch.SlotPacking;

/** Sketches stored texts and compares them. For one thread. */
final class TextSketcher {
  private final StoredTextCollapse settings;
  private final ElementExtractor extractor;
  private final SlotPacking packing;
  private final Set<String> fields;

  /** A text: its tokens' fingerprint, how many elements it has, and if it has any, its slots. */
  static final class TextSketch {
    private final long fingerprint;
    private final int elements;
    private final byte[] slots;

    TextSketch(long fingerprint, int elements, byte[] slots) {
      this.fingerprint = fingerprint;
      this.elements = elements;
      this.slots = slots;
    }
  }

  TextSketcher(StoredTextCollapse settings) {
    this.settings = settings;
    extractor = new ElementExtractor(settings.analyzer(), settings.shingling());
    packing = new SlotPacking(settings.sketcher().slots(), Long.SIZE);
    fields = Set.copyOf(settings.fields());
  }

  TextSketch sketch(StoredFields stored, int doc) throws IOException {
    Document document = stored.document(doc, fields);
    extractor.reset();
    for (String field : settings.fields()) {
      for (String text : document.getValues(field)) {
        extractor.add(field, text);
      }
    }
    int count = extractor.count();
    byte[] slots =
        count == 0 ? null : packing.pack(settings.sketcher().sketch(extractor.elements(), count));
    return new TextSketch(extractor.fingerprint(), count, slots);
  }

  boolean nearDuplicates(TextSketch one, TextSketch other) {
    if (one.elements == 0 || other.elements == 0) {
      return false;
    } else if (one.fingerprint == other.fingerprint) {
      return true;
    }
    return Math.min(one.elements, other.elements) >= settings.minElements()
        && packing.agreeing(one.slots, 0, other.slots, 0) >= settings.threshold() * packing.slots();
  }
}
