// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.SketchedText;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.xcontent.MediaType;
import org.opensearch.index.fieldvisitor.FieldsVisitor;
import org.opensearch.index.mapper.MapperService;

/** The texts of documents, as {@code _source} has them. */
final class SourceTexts {
  private SourceTexts() {}

  /**
   * The text that was sketched.
   *
   * @param sketch of the document from byte 0 to the last of its array, by which the text is known
   *     to be the whole one
   * @return null if {@code _source} does not have it
   */
  static DocumentGroup.Text of(
      MapperService mapping, NeardupFieldType field, IndexReader reader, int doc, BytesRef sketch)
      throws IOException {
    FieldsVisitor stored = new FieldsVisitor(true);
    reader.storedFields().document(doc, stored);
    if (stored.source() == null) {
      return null;
    }
    StringJoiner texts = new StringJoiner("\n");
    MediaType asWritten = null;
    Map<String, Object> source = XContentHelper.convertToMap(stored.source(), true, asWritten).v2();
    collect(source, "", mapping.sourcePath(field.name()), texts);
    SketchedText sketched = field.sketches().sketch(texts.toString(), scope(field, reader, doc));
    return Arrays.equals(sketched.value(), sketch == null ? null : sketch.bytes)
        ? new DocumentGroup.Text(texts.toString(), sketched.elementSetWithoutScope())
        : null;
  }

  /** In the order of the source, in which they were parsed. */
  private static void collect(Object value, String path, Set<String> wanted, StringJoiner texts) {
    if (value instanceof Map<?, ?> object) {
      object.forEach(
          (name, inner) ->
              collect(inner, path.isEmpty() ? "" + name : path + "." + name, wanted, texts));
    } else if (value instanceof List<?> list) {
      list.forEach(inner -> collect(inner, path, wanted, texts));
    } else if (value != null && wanted.contains(path)) {
      texts.add(value.toString());
    }
  }

  private static String scope(NeardupFieldType field, IndexReader reader, int doc)
      throws IOException {
    if (field.scope() == null) {
      return null;
    }
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    SortedSetDocValues values = DocValues.getSortedSet(leaf.reader(), field.scope());
    return values.advanceExact(doc - leaf.docBase)
        ? values.lookupOrd(values.nextOrd()).utf8ToString()
        : null;
  }
}
