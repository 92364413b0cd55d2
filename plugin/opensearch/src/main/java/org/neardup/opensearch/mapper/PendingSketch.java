// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.mapper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.neardup.codec.SketchField;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.mapper.ParseContext.Document;

/**
 * The sketch of a document whose other fields are still being parsed: collects the texts, one after
 * the other in the order of the source.
 */
final class PendingSketch extends Field {
  private final NeardupFieldType mapped;
  private final List<String> texts = new ArrayList<>();

  private PendingSketch(NeardupFieldType type) {
    super(type.name(), new BytesRef(), BinaryDocValuesField.TYPE);
    mapped = type;
  }

  static PendingSketch in(Document document, NeardupFieldType type) {
    if (document.getByKey(type.name()) instanceof PendingSketch begun) {
      return begun;
    }
    PendingSketch sketch = new PendingSketch(type);
    document.addWithKey(type.name(), sketch);
    return sketch;
  }

  void add(String text) {
    texts.add(text);
  }

  /** Makes the sketch, or removes this field from the document if the texts have no tokens. */
  void complete(Document document, IndexedTexts indexed) {
    try {
      String scope = scope(document);
      SketchField sketches = mapped.sketches();
      Optional<IndexableField> sketch =
          texts.size() == 1
              ? indexed.sketch(texts.getFirst(), sketches, scope)
              : sketches.of(String.join("\n", texts), scope);
      if (sketch.isPresent()) {
        setBytesValue(sketch.get().binaryValue());
      } else {
        document.getFields().remove(this);
      }
    } catch (IOException | RuntimeException e) {
      throw new MapperParsingException(
          "failed to sketch field [" + mapped.name() + "]: " + e.getMessage(), e);
    }
  }

  private String scope(Document document) {
    if (mapped.scope() == null) {
      return null;
    }
    BytesRef found = null;
    for (IndexableField field : document.getFields(mapped.scope())) {
      BytesRef value = field.binaryValue();
      if (found != null && value != null && !found.equals(value)) {
        throw new IllegalArgumentException(
            "scope [" + mapped.scope() + "] must have one value in a document, got several");
      }
      found = value == null ? found : value;
    }
    return found == null ? null : found.utf8ToString();
  }
}
