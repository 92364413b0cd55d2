// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.neardup.codec.SketchedText;
import org.neardup.codec.TextSketcher;

/** Sketches documents of an index anew, from their stored texts, if these are all stored. */
final class Resketcher {
  private final DirectoryReader reader;
  private final CollapseConfig config;
  private final TextSketcher sketcher;

  Resketcher(DirectoryReader reader, CollapseConfig config, TextSketcher sketcher) {
    this.reader = reader;
    this.config = config;
    this.sketcher = sketcher;
  }

  /** The text fields of a document as far as they are stored. */
  Document storedTexts(Entry entry) throws IOException {
    return reader.storedFields().document(entry.doc, Set.copyOf(config.textFields()));
  }

  /** The sketch of a document of ours; empty if not all of its text is stored. */
  Optional<SketchedText> sketch(Entry entry) throws IOException {
    Document stored = storedTexts(entry);
    for (String field : config.textFields()) {
      if (!isStored(entry.doc, field, stored)) {
        return Optional.empty();
      }
    }
    return Optional.of(sketcher.sketch(stored, entry.scope));
  }

  /** Whether the scope of any document can be told. */
  boolean knowsScope(int doc) throws IOException {
    if (config.scopeField().isEmpty()) {
      return true;
    }
    String field = config.scopeField().get();
    return isStored(doc, field, reader.storedFields().document(doc, Set.of(field)));
  }

  /** The sketch of any document whose scope can be told; empty if some text is not stored. */
  Optional<SketchedText> sketchForeign(int doc) throws IOException {
    Set<String> fields = new HashSet<>(config.textFields());
    config.scopeField().ifPresent(fields::add);
    Document stored = reader.storedFields().document(doc, fields);
    for (String field : config.textFields()) {
      if (!isStored(doc, field, stored)) {
        return Optional.empty();
      }
    }
    String scopeName = config.scopeField().map(stored::get).orElse(null);
    return Optional.of(sketcher.sketch(stored, sketcher.scope(scopeName)));
  }

  /** Whether a field is stored, or is certainly not there. */
  private boolean isStored(int doc, String field, Document stored) throws IOException {
    if (stored.get(field) != null) {
      return true;
    }
    LeafReaderContext context = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    LeafReader leaf = context.reader();
    FieldInfo info = leaf.getFieldInfos().fieldInfo(field);
    if (info == null || isOnlyStored(info)) {
      return true;
    }
    NumericDocValues norms = leaf.getNormValues(field);
    return norms != null && !norms.advanceExact(doc - context.docBase);
  }

  private static boolean isOnlyStored(FieldInfo info) {
    return info.getIndexOptions() == IndexOptions.NONE
        && info.getDocValuesType() == DocValuesType.NONE
        && info.getPointDimensionCount() == 0;
  }
}
