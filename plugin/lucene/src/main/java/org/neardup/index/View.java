// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.codec.Candidates;
import org.neardup.codec.NearDupFields;
import org.neardup.codec.SegmentGroups;
import org.neardup.codec.SketchReader;

/**
 * The index as of the last refresh, with what was decided since laid over it: documents that were
 * replaced or deleted are gone, those that changed place are where they are now. Guarded by the
 * lock of {@link GroupTable}.
 */
final class View {
  /** Candidates looked at in a segment, those that share most bands first. */
  private static final int CANDIDATES_PER_SEGMENT = 1000;

  private final String idField;
  private final Set<String> textFields;
  private final DirectoryReader reader;
  private final List<Segment> segments = new ArrayList<>();
  private final Map<Integer, Entry> changed = new HashMap<>();

  /** What is known of a segment; the bits change with the decisions. */
  private record Segment(
      LeafReaderContext context,
      SketchReader sketches,
      SegmentGroups groups,
      FixedBitSet live,
      FixedBitSet visible) {}

  View(DirectoryReader reader, CollapseConfig config) throws IOException {
    this.reader = reader;
    idField = config.idField();
    textFields = Set.copyOf(config.textFields());
    for (LeafReaderContext context : reader.leaves()) {
      segments.add(segment(context));
    }
  }

  private static Segment segment(LeafReaderContext context) throws IOException {
    LeafReader leaf = context.reader();
    FixedBitSet live = liveDocs(leaf);
    FixedBitSet visible = live.clone();
    NumericDocValues hidden = leaf.getNumericDocValues(NearDupFields.HIDDEN);
    while (hidden != null && hidden.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      visible.clear(hidden.docID());
    }
    return new Segment(
        context,
        SketchReader.of(leaf, NearDupFields.SKETCH),
        new SegmentGroups(leaf),
        live,
        visible);
  }

  private static FixedBitSet liveDocs(LeafReader leaf) {
    Bits live = leaf.getLiveDocs();
    if (live != null) {
      return FixedBitSet.copyOf(live);
    }
    FixedBitSet all = new FixedBitSet(leaf.maxDoc());
    all.set(0, leaf.maxDoc());
    return all;
  }

  DirectoryReader reader() {
    return reader;
  }

  Entry find(String id) throws IOException {
    Term term = new Term(idField, id);
    for (Segment segment : segments) {
      PostingsEnum docs = segment.context.reader().postings(term, PostingsEnum.NONE);
      while (docs != null && docs.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        if (segment.live.get(docs.docID())) {
          return entry(segment, docs.docID());
        }
      }
    }
    return null;
  }

  private Entry entry(Segment segment, int docInSegment) throws IOException {
    int doc = segment.context.docBase + docInSegment;
    Entry known = changed.get(doc);
    return known != null ? known : load(segment, docInSegment);
  }

  private Entry load(Segment segment, int docInSegment) throws IOException {
    LeafReader leaf = segment.context.reader();
    Entry entry =
        new Entry(
            id(leaf, docInSegment),
            order(leaf, docInSegment),
            sketch(segment, docInSegment),
            segment.context.docBase + docInSegment);
    entry.group = segment.groups.group(docInSegment);
    entry.hidden = !segment.visible.get(docInSegment);
    entry.written = true;
    return entry;
  }

  private static byte[] sketch(Segment segment, int doc) throws IOException {
    BytesRef value = segment.sketches == null ? null : segment.sketches.value(doc);
    return value == null
        ? null
        : ArrayUtil.copyOfSubArray(value.bytes, value.offset, value.offset + value.length);
  }

  private static String id(LeafReader leaf, int doc) throws IOException {
    BinaryDocValues ids = leaf.getBinaryDocValues(NearDupFields.ID);
    ids.advanceExact(doc);
    return ids.binaryValue().utf8ToString();
  }

  private static long order(LeafReader leaf, int doc) throws IOException {
    NumericDocValues orders = leaf.getNumericDocValues(NearDupFields.ORDER);
    orders.advanceExact(doc);
    return orders.longValue();
  }

  /**
   * The visible documents that share a band with a sketch and whose estimated resemblance is not
   * less than the least.
   */
  List<Entry> candidates(byte[] value, double least) throws IOException {
    List<Entry> found = new ArrayList<>();
    for (Segment segment : segments) {
      if (segment.sketches != null) {
        Candidates candidates =
            segment.sketches.candidates(value, segment.visible, CANDIDATES_PER_SEGMENT);
        for (int i = 0; i < candidates.size(); i++) {
          if (segment.sketches.similarity(value, candidates.doc(i)) >= least) {
            found.add(entry(segment, candidates.doc(i)));
          }
        }
      }
    }
    return found;
  }

  private Segment segmentOf(int doc) {
    return segments.get(ReaderUtil.subIndex(doc, reader.leaves()));
  }

  /** The live documents of a group. */
  List<Entry> members(long group) throws IOException {
    List<Entry> members = new ArrayList<>();
    for (Entry entry : changed.values()) {
      if (entry.group == group && isLive(entry)) {
        members.add(entry);
      }
    }
    for (Segment segment : segments) {
      List<Integer> docs = new ArrayList<>();
      segment.groups.forEachMember(group, docs::add);
      for (int doc : docs) {
        boolean unchanged = !changed.containsKey(segment.context.docBase + doc);
        if (unchanged && segment.live.get(doc)) {
          members.add(load(segment, doc));
        }
      }
    }
    return members;
  }

  private boolean isLive(Entry entry) {
    Segment segment = segmentOf(entry.doc);
    return segment.live.get(entry.doc - segment.context.docBase);
  }

  /** Notes that an entry of this view has another group, or is hidden or visible now. */
  void change(Entry entry) {
    changed.put(entry.doc, entry);
    Segment segment = segmentOf(entry.doc);
    if (entry.hidden) {
      segment.visible.clear(entry.doc - segment.context.docBase);
    } else {
      segment.visible.set(entry.doc - segment.context.docBase);
    }
  }

  void remove(Entry entry) {
    Segment segment = segmentOf(entry.doc);
    segment.live.clear(entry.doc - segment.context.docBase);
    segment.visible.clear(entry.doc - segment.context.docBase);
  }

  /** Takes back a removal. */
  void restore(Entry entry) {
    Segment segment = segmentOf(entry.doc);
    segment.live.set(entry.doc - segment.context.docBase);
    change(entry);
  }

  /** The text fields of a document as far as they are stored. */
  Document storedText(Entry entry) throws IOException {
    return reader.storedFields().document(entry.doc, textFields);
  }
}
