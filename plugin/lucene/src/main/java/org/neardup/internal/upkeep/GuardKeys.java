// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.upkeep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FilterBinaryDocValues;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.index.IndexSettingsException;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.groups.LiveDocument;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.record.FilterDocValuesProducer;
import org.neardup.internal.sketch.Hashing;

/**
 * The keys of guards that the sketches of an index are to have, where these have those of others.
 * Keys that are there are kept, others are made of what documents store. Takes 8 bytes a document a
 * guard.
 */
final class GuardKeys {
  private final SketchParameters parameters;
  private final Map<String, long[]> bySegment = new HashMap<>(); // all keys of each document

  /**
   * Reads what is stored.
   *
   * @throws IndexSettingsException if a guard looks at what no document stores
   */
  GuardKeys(DirectoryReader reader, CollapseConfig config, TextSketcher sketcher)
      throws IOException {
    parameters = sketcher.parameters();
    int count = parameters.guards().size();
    List<List<String>> guards = new ArrayList<>(); // by segment
    for (LeafReaderContext leaf : reader.leaves()) {
      SketchReader sketches = SketchReader.of(leaf, DocumentRecord.SKETCH_FIELD);
      guards.add(sketches == null ? parameters.guards() : sketches.parameters().guards());
      if (!guards.getLast().equals(parameters.guards())) {
        bySegment.put(name(leaf), new long[leaf.reader().maxDoc() * count]);
      }
    }
    if (bySegment.isEmpty()) {
      return;
    }
    Resketcher resketcher = new Resketcher(reader, config, sketcher);
    boolean[] areNeeded = new boolean[count];
    boolean[] areKnown = new boolean[count];
    new StoredDocuments(reader, config)
        .forEach(
            document -> {
              int leaf = ReaderUtil.subIndex(document.doc, reader.leaves());
              LeafReaderContext context = reader.leaves().get(leaf);
              long[] keys = bySegment.get(name(context));
              for (int i = 0; i < count && keys != null && document.value != null; i++) {
                OptionalLong key = key(document, i, guards.get(leaf), resketcher);
                areNeeded[i] = true;
                areKnown[i] |= key.isPresent();
                keys[(document.doc - context.docBase) * count + i] =
                    key.orElse(Hashing.combine(Hashing.hash(document.id, 0), i)); // as no other has
              }
            });
    for (int i = 0; i < count; i++) {
      if (areNeeded[i] && !areKnown[i]) {
        throw new IndexSettingsException(
            "guard "
                + sketcher.guards().get(i)
                + " needs a stored "
                + (sketcher.guards().get(i).field() == null ? "text" : "field")
                + ", and no document has one: index them again");
      }
    }
  }

  private static String name(LeafReaderContext leaf) {
    return ((SegmentReader) leaf.reader()).getSegmentName();
  }

  private OptionalLong key(
      LiveDocument document, int guard, List<String> present, Resketcher resketcher)
      throws IOException {
    int old = present.indexOf(parameters.guards().get(guard));
    return old >= 0
        ? OptionalLong.of(SketchValue.guardKey(parameters.format(), document.value, 0, old))
        : resketcher.guardKey(document, guard);
  }

  /** A segment with the keys, to be merged: new bands are made of its sketches. */
  CodecReader guarded(String segment, CodecReader in) {
    long[] keys = bySegment.get(segment);
    return keys == null ? in : new GuardedSegment(in, keys);
  }

  private final class GuardedSegment extends FilterCodecReader {
    private final long[] keys;

    GuardedSegment(CodecReader in, long[] keys) {
      super(in);
      this.keys = keys;
    }

    @Override
    public DocValuesProducer getDocValuesReader() {
      return new FilterDocValuesProducer(in.getDocValuesReader()) {
        @Override
        public BinaryDocValues getBinary(FieldInfo field) throws IOException {
          BinaryDocValues values = super.getBinary(field);
          return field.name.equals(DocumentRecord.SKETCH_FIELD) ? guarded(values) : values;
        }
      };
    }

    private BinaryDocValues guarded(BinaryDocValues sketches) {
      int count = parameters.guards().size();
      return new FilterBinaryDocValues(sketches) {
        @Override
        public BytesRef binaryValue() throws IOException {
          byte[] sketch = BytesRef.deepCopyOf(in.binaryValue()).bytes;
          long[] own = Arrays.copyOfRange(keys, docID() * count, (docID() + 1) * count);
          return new BytesRef(SketchValue.withGuardKeys(parameters.format(), sketch, own));
        }
      };
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return null; // it is read once
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }
}
