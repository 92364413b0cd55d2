// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.codec.BandKeys;
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

  private final Set<String> textFields;
  private final String markerField;
  private final DirectoryReader reader;
  private final List<Segment> segments = new ArrayList<>();
  private final Map<Integer, Entry> known = new HashMap<>(); // one object a document
  private final GroupIndex knownByGroup = new GroupIndex();
  private long skippedCandidates;

  /** What is known of a segment; the bits change with the decisions. */
  private record Segment(
      LeafReaderContext context,
      TermsEnum ids,
      SketchReader sketches,
      SegmentGroups groups,
      FixedBitSet live,
      FixedBitSet visible) {}

  View(DirectoryReader reader, CollapseConfig config) throws IOException {
    this.reader = reader;
    markerField = config.variants().markerField();
    textFields = Set.copyOf(config.textFields());
    for (LeafReaderContext context : reader.leaves()) {
      segments.add(segment(context, config));
    }
  }

  private static Segment segment(LeafReaderContext context, CollapseConfig config)
      throws IOException {
    LeafReader leaf = context.reader();
    SegmentGroups groups = new SegmentGroups(leaf);
    Terms ids = leaf.terms(config.idField());
    return new Segment(
        context,
        ids == null ? TermsEnum.EMPTY : ids.iterator(),
        SketchReader.of(leaf, NearDupFields.SKETCH),
        groups,
        groups.liveDocs(),
        groups.visibleDocs(config.variants().markerField()));
  }

  Entry find(String id) throws IOException {
    BytesRef term = new BytesRef(id);
    for (Segment segment : segments) {
      if (segment.ids.seekExact(term)) {
        PostingsEnum docs = segment.ids.postings(null, PostingsEnum.NONE);
        for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
          if (segment.live.get(doc)) {
            return entry(segment, doc);
          }
        }
      }
    }
    return null;
  }

  private Entry entry(Segment segment, int docInSegment) throws IOException {
    Entry entry = known.get(segment.context.docBase + docInSegment);
    if (entry == null) {
      entry = load(segment, docInSegment);
      known.put(entry.doc, entry);
      knownByGroup.file(entry);
    }
    return entry;
  }

  private Entry load(Segment segment, int docInSegment) throws IOException {
    LeafReader leaf = segment.context.reader();
    Entry entry =
        new Entry(
            binary(leaf, NearDupFields.ID, docInSegment).utf8ToString(),
            number(leaf, NearDupFields.ORDER, docInSegment),
            sketch(segment, docInSegment),
            bytes(binary(leaf, NearDupFields.RANK, docInSegment)),
            number(leaf, NearDupFields.SCOPE, docInSegment),
            segment.context.docBase + docInSegment);
    boolean marked = number(leaf, markerField, docInSegment) != 0;
    entry.place(segment.groups.group(docInSegment), marked);
    entry.setIndexedAsPlaced();
    entry.hidden = !segment.visible.get(docInSegment);
    entry.written = true;
    return entry;
  }

  private static byte[] sketch(Segment segment, int doc) throws IOException {
    BytesRef value = segment.sketches == null ? null : segment.sketches.value(doc);
    return value == null ? null : bytes(value);
  }

  private static byte[] bytes(BytesRef ref) {
    return ArrayUtil.copyOfSubArray(ref.bytes, ref.offset, ref.offset + ref.length);
  }

  /** No bytes if the document has no value. */
  private static BytesRef binary(LeafReader leaf, String field, int doc) throws IOException {
    BinaryDocValues values = leaf.getBinaryDocValues(field);
    return values != null && values.advanceExact(doc) ? values.binaryValue() : new BytesRef();
  }

  /** 0 if the document has no value. */
  private static long number(LeafReader leaf, String field, int doc) throws IOException {
    NumericDocValues values = leaf.getNumericDocValues(field);
    return values != null && values.advanceExact(doc) ? values.longValue() : 0;
  }

  /**
   * The visible documents that share a band with a sketch and whose estimated resemblance is not
   * less than the least; if one has the same sketch and fingerprint, it is the last of them, and
   * there may be others.
   */
  List<Entry> candidates(BandKeys keys, double least) throws IOException {
    List<Entry> found = new ArrayList<>();
    for (Segment segment : segments) {
      if (segment.sketches != null && collect(segment, keys, least, found)) {
        break;
      }
    }
    return found;
  }

  private boolean collect(Segment segment, BandKeys keys, double least, List<Entry> found)
      throws IOException {
    Candidates candidates =
        segment.sketches.candidates(keys, segment.visible, CANDIDATES_PER_SEGMENT);
    skippedCandidates += candidates.cut();
    for (int i = 0; i < candidates.size(); i++) {
      double estimate = segment.sketches.similarity(keys.sketch(), candidates.doc(i));
      if (estimate >= least) {
        Entry entry = entry(segment, candidates.doc(i));
        found.add(entry);
        if (estimate == 1 && Arrays.equals(entry.value, keys.sketch())) {
          return true;
        }
      }
    }
    return false;
  }

  long skippedCandidates() {
    return skippedCandidates;
  }

  private Segment segmentOf(int doc) {
    return segments.get(ReaderUtil.subIndex(doc, reader.leaves()));
  }

  /** The live documents of a group. */
  List<Entry> members(long group) throws IOException {
    for (Segment segment : segments) {
      List<Integer> docs = new ArrayList<>();
      segment.groups.forEachMember(group, docs::add);
      for (int doc : docs) {
        if (segment.live.get(doc)) {
          entry(segment, doc); // known from now on, perhaps in another group
        }
      }
    }
    return new ArrayList<>(knownByGroup.members(group));
  }

  /** Notes the place that an entry of this view has now. */
  void file(Entry entry) {
    knownByGroup.file(entry);
    Segment segment = segmentOf(entry.doc);
    if (entry.hidden) {
      segment.visible.clear(entry.doc - segment.context.docBase);
    } else {
      segment.visible.set(entry.doc - segment.context.docBase);
    }
  }

  void remove(Entry entry) {
    knownByGroup.remove(entry);
    Segment segment = segmentOf(entry.doc);
    segment.live.clear(entry.doc - segment.context.docBase);
    segment.visible.clear(entry.doc - segment.context.docBase);
  }

  /** Takes back a removal. */
  void restore(Entry entry) {
    Segment segment = segmentOf(entry.doc);
    segment.live.set(entry.doc - segment.context.docBase);
    file(entry);
  }

  /** Gives the number of every live document. */
  void forEachLive(IntConsumer action) {
    for (Segment segment : segments) {
      int doc = segment.live.length() == 0 ? NO_MORE_DOCS : segment.live.nextSetBit(0);
      while (doc != NO_MORE_DOCS) {
        action.accept(segment.context.docBase + doc);
        doc = doc + 1 < segment.live.length() ? segment.live.nextSetBit(doc + 1) : NO_MORE_DOCS;
      }
    }
  }

  /** A document as the index has it; it is not remembered. */
  Entry read(int doc) throws IOException {
    Segment segment = segmentOf(doc);
    return load(segment, doc - segment.context.docBase);
  }

  /** Makes no document a candidate, before all are decided on anew. */
  void hideAll() {
    for (Segment segment : segments) {
      segment.visible.clear(0, segment.visible.length());
    }
  }

  /** Remembers an entry that was read, in its place. */
  void adopt(Entry entry) {
    known.put(entry.doc, entry);
    file(entry);
  }

  /** The text fields of a document as far as they are stored. */
  Document storedText(Entry entry) throws IOException {
    return storedFields(entry, textFields);
  }

  /** Some fields of a document as far as they are stored. */
  Document storedFields(Entry entry, Set<String> fields) throws IOException {
    return fields.isEmpty() ? new Document() : reader.storedFields().document(entry.doc, fields);
  }
}
