// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.neardup.internal.codec.SketchReader;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.search.derived.DerivedGroups;
import org.neardup.search.derived.DocumentOrder;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.xcontent.MediaType;
import org.opensearch.index.fieldvisitor.FieldsVisitor;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.mapper.SeqNoFieldMapper;

/**
 * Groups as one caller sees them: without the documents that its reader filters out. For one
 * thread.
 *
 * <p>Documents are numbers of the whole reader, which a filter does not change.
 */
public final class CallerGroups {
  private final IndexReader reader;
  private final NeardupFieldType field;
  private final DerivedGroups groups;
  private final Map<LeafReaderContext, SketchReader> sketches = new HashMap<>();
  private LeafReaderContext last; // segment whose sketches were read
  private SketchReader ofLast;

  /**
   * Looks at groups through a reader.
   *
   * @param reader the caller's
   * @param field null if the mapping has none: then no document has a sketch
   * @param groups of the shard's reader; null if they are not derived yet: then each document is
   *     alone
   */
  public CallerGroups(IndexReader reader, NeardupFieldType field, DerivedGroups groups) {
    this.reader = reader;
    this.field = field;
    this.groups = groups;
  }

  /** The documents of the group of one of them that the caller may see, preferred ones first. */
  public int[] versions(int doc) {
    int[] members = groups == null ? new int[] {doc} : groups.members(doc);
    return Arrays.stream(members).filter(this::isVisible).toArray();
  }

  private boolean isVisible(int doc) {
    LeafReaderContext leaf = leaf(doc);
    Bits live = leaf.reader().getLiveDocs();
    return live == null || live.get(doc - leaf.docBase);
  }

  private LeafReaderContext leaf(int doc) {
    return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
  }

  /** The sketch of a document, which begins at byte 0; null if it has none. */
  public BytesRef sketch(int doc) throws IOException {
    BytesRef sketch = sketchView(doc);
    return sketch == null ? null : BytesRef.deepCopyOf(sketch);
  }

  /** The same without a copy: good until the next call. */
  public BytesRef sketchView(int doc) throws IOException {
    if (field == null) {
      return null;
    }
    if (last == null || doc < last.docBase || doc >= last.docBase + last.reader().maxDoc()) {
      last = leaf(doc);
      if (!sketches.containsKey(last)) {
        sketches.put(last, SketchReader.of(last, field.name()));
      }
      ofLast = sketches.get(last); // null if it has none
    }
    return ofLast == null ? null : ofLast.value(doc - last.docBase);
  }

  /** The id of a document. */
  public String id(int doc) throws IOException {
    FieldsVisitor visitor = new FieldsVisitor(false);
    reader.storedFields().document(doc, visitor);
    return visitor.id();
  }

  /** The scope of a document; null if it has none. */
  public String scope(int doc) throws IOException {
    if (field.scope() == null) {
      return null;
    }
    LeafReaderContext leaf = leaf(doc);
    SortedSetDocValues values = DocValues.getSortedSet(leaf.reader(), field.scope());
    return values.advanceExact(doc - leaf.docBase)
        ? values.lookupOrd(values.nextOrd()).utf8ToString()
        : null;
  }

  /** The text of a document as {@code _source} has it; null if it does not. */
  public String text(MapperService mapping, int doc) throws IOException {
    FieldsVisitor stored = new FieldsVisitor(true);
    reader.storedFields().document(doc, stored);
    if (stored.source() == null) {
      return null;
    }
    StringJoiner texts = new StringJoiner("\n");
    MediaType asWritten = null;
    Map<String, Object> source = XContentHelper.convertToMap(stored.source(), true, asWritten).v2();
    collect(source, "", mapping.sourcePath(field.name()), texts);
    return texts.toString();
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

  /** The field of the sketches; null if the mapping has none. */
  public String sketchField() {
    return field == null ? null : field.name();
  }

  /**
   * Where a document is in the order of its field: those with smaller numbers are preferred.
   *
   * @return null if that is the order of {@code _seq_no}, which is another one in each shard
   */
  public Long rank(int doc) throws IOException {
    DocumentOrder.Key key = field == null ? null : field.order().keys().getFirst();
    if (key == null || key.field().equals(SeqNoFieldMapper.NAME)) {
      return null;
    }
    LeafReaderContext leaf = leaf(doc);
    SortedNumericDocValues values = DocValues.getSortedNumeric(leaf.reader(), key.field());
    if (!values.advanceExact(doc - leaf.docBase)) {
      return Long.MAX_VALUE;
    }
    long least = values.nextValue();
    return key.isDescending() ? ~least : least;
  }
}
