// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.mapper;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.IndexableField;
import org.neardup.analysis.ReplayedField;
import org.neardup.codec.SketchField;
import org.neardup.codec.SketchedField;
import org.opensearch.index.analysis.NamedAnalyzer;
import org.opensearch.index.mapper.FieldMapper;
import org.opensearch.index.mapper.MappingLookup;

/**
 * The texts of a document that are indexed word by word. One that is sketched, too, by the same
 * analyzer is analyzed once for both: analyzing takes a large part of the time of indexing.
 *
 * @param fields of the document, whose texts are replaced
 */
record IndexedTexts(List<IndexableField> fields, MappingLookup mappers) {

  /** The sketch of a text; nothing if it has no tokens. */
  Optional<IndexableField> sketch(String text, SketchField sketches, String scope)
      throws IOException {
    for (int i = 0; i < fields.size(); i++) {
      IndexableField field = fields.get(i);
      if (ReplayedField.isPlain(field)
          && text.equals(field.stringValue())
          && sketches.analyzer().equals(analyzer(field.name()))) {
        SketchedField sketched = sketches.of(field, scope);
        fields.set(i, sketched.indexed());
        return sketched.sketch();
      }
    }
    return sketches.of(text, scope);
  }

  /** What the index writer analyzes a field by; null if the mapping does not have it yet. */
  private Analyzer analyzer(String field) {
    return mappers.getMapper(field) instanceof FieldMapper mapper
        ? unwrapped(mapper.fieldType().indexAnalyzer())
        : null;
  }

  /** What makes the tokens. */
  static Analyzer unwrapped(Analyzer analyzer) {
    return analyzer instanceof NamedAnalyzer named ? unwrapped(named.analyzer()) : analyzer;
  }
}
