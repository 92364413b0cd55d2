// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.mapper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.neardup.codec.SketchField;
import org.neardup.internal.analysis.ReplayedField;
import org.opensearch.index.mapper.FieldMapper;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.mapper.MappingLookup;
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
  void complete(Document document, MappingLookup mappers) {
    try {
      String scope = scope(document);
      Optional<IndexableField> sketch =
          texts.size() == 1
              ? sketch(texts.getFirst(), scope, document.getFields(), mappers)
              : mapped.sketches().of(String.join("\n", texts), scope);
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

  /**
   * The sketch of a text; nothing if it has no tokens. One that is indexed word by word, too, by
   * the same analyzer is analyzed once for both: analyzing takes a large part of the time of
   * indexing.
   *
   * @param fields of the document, of which one is replaced
   */
  private Optional<IndexableField> sketch(
      String text, String scope, List<IndexableField> fields, MappingLookup mappers)
      throws IOException {
    SketchField sketches = mapped.sketches();
    for (int i = 0; i < fields.size(); i++) {
      IndexableField field = fields.get(i);
      if (ReplayedField.isPlain(field)
          && text.equals(field.stringValue())
          && sketches.analyzer().equals(analyzer(field.name(), mappers))) {
        List<IndexableField> both = sketches.of(field, scope);
        fields.set(i, both.getFirst());
        return both.stream().skip(1).findFirst();
      }
    }
    return sketches.of(text, scope);
  }

  /** What the index writer analyzes a field by; null if the mapping does not have it yet. */
  private static Analyzer analyzer(String field, MappingLookup mappers) {
    return mappers.getMapper(field) instanceof FieldMapper mapper
        ? NeardupFieldMapper.unwrapped(mapper.fieldType().indexAnalyzer())
        : null;
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
