// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.internal.codec.BandLookUp;
import org.neardup.internal.codec.Candidates;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.group.BandKeys;
import org.neardup.internal.group.HotKeyLimits;
import org.neardup.internal.record.DocumentRecord;

/**
 * The index as of the last refresh, overlaid with what was decided since: documents that were
 * replaced or deleted are gone, and those that changed place are where they are now.
 */
public final class IndexSnapshot {
  /** Documents that become known before those are forgotten that can be read again. */
  public static final int KEPT = 10_000;

  private final DirectoryReader reader;
  private final SketchParameters parameters;
  private final List<SnapshotSegment> segments = new ArrayList<>();
  private final List<SketchReader> sketches = new ArrayList<>(); // of those that have some
  private final VisibleKeyFilter filter;
  private final Map<SegmentState.Version, SegmentState> states = new HashMap<>();
  private final CandidateTable appeared; // visible documents that the bands of segments lack
  private final LoadedDocuments known = new LoadedDocuments();
  private long skippedCandidates;

  /**
   * A snapshot of a reader.
   *
   * @param idField the indexed field that identifies a document
   * @param filter of the snapshots before, which has the keys of what was pending until now
   * @param older the snapshot before, or null
   */
  IndexSnapshot(
      DirectoryReader reader,
      String idField,
      SketchParameters parameters,
      VisibleKeyFilter filter,
      IndexSnapshot older)
      throws IOException {
    this.reader = reader;
    this.parameters = parameters;
    this.filter = filter;
    appeared = new CandidateTable(parameters, 0);
    for (LeafReaderContext context : reader.leaves()) {
      LeafReader leaf = context.reader();
      SketchReader own = SketchReader.of(leaf, DocumentRecord.SKETCH_FIELD);
      SegmentState same = older == null ? null : older.states.get(SegmentState.Version.of(leaf));
      SegmentState state = same != null ? same : SegmentState.of(leaf, own);
      add(new SnapshotSegment(context, own, state, idField), state);
      if (own != null) {
        sketches.add(own);
      }
    }
    if (older != null) {
      segments.forEach(segment -> older.segments.forEach(segment::takeOver));
    }
    known.noteFirst(); // the documents that appeared
  }

  private void add(SnapshotSegment segment, SegmentState state) throws IOException {
    states.put(state.version(), state);
    segments.add(segment);
    for (int doc : state.appeared()) {
      appeared.add(document(segment, doc)); // the filter knows it since it became visible
    }
  }

  /**
   * The live document with an id, or null.
   *
   * @param isAny whether it may be hidden; else none that is hidden is read, nor is one given that
   *     {@link #hideAll} hid
   */
  LiveDocument find(String id, boolean isAny) throws IOException {
    BytesRef term = new BytesRef(id);
    for (SnapshotSegment segment : segments) {
      int doc = segment.find(term);
      if (doc != NO_MORE_DOCS) {
        return isAny || segment.visible().get(doc) ? document(segment, doc) : null;
      }
    }
    return null;
  }

  private LiveDocument document(SnapshotSegment segment, int docInSegment) throws IOException {
    LiveDocument document = known.get(segment.docBase() + docInSegment);
    if (document == null) {
      document = segment.load(docInSegment);
      known.add(document);
    }
    return document;
  }

  /** A visible document with the same text, or null. */
  LiveDocument copy(LiveDocument document) throws IOException {
    if (!filter.mayHave(BandKeys.textHashKey(document.value))) {
      return null;
    }
    LiveDocument copy = appeared.copy(document);
    BandLookUp lookUp = BandLookUp.copies(document.value, HotKeyLimits.COPIES);
    for (int i = 0; copy == null && i < segments.size(); i++) {
      copy = copy(document, lookUp, segments.get(i));
    }
    return copy;
  }

  private LiveDocument copy(LiveDocument document, BandLookUp lookUp, SnapshotSegment segment)
      throws IOException {
    Candidates copies = find(lookUp, segment);
    for (int i = 0; i < copies.size(); i++) {
      LiveDocument copy = document(segment, copies.doc(i));
      if (copy.hasSameText(document)) {
        return copy;
      }
    }
    return null;
  }

  private Candidates find(BandLookUp lookUp, SnapshotSegment segment) throws IOException {
    Candidates found = segment.find(lookUp);
    skippedCandidates += found.cut();
    return found;
  }

  /**
   * Gives the visible documents that share a band with a sketch.
   *
   * @param most documents to look at, shared out among the keys
   */
  void forEachCandidate(BandKeys allKeys, int most, CandidateTable.Action action)
      throws IOException {
    BandKeys likely = filter.likely(allKeys);
    if (likely.count() == 0) {
      return; // as for most documents that are no copies
    }
    byte[] sketch = likely.sketch();
    appeared.forEachSharing(likely, most, action);
    BandLookUp lookUp = BandLookUp.amongAll(likely, most);
    SketchReader.readAhead(lookUp, sketches);
    for (SnapshotSegment segment : segments) {
      Candidates candidates = find(lookUp, segment);
      for (int i = 0; i < candidates.size(); i++) {
        int doc = candidates.doc(i);
        action.accept(segment.similarity(sketch, doc), () -> document(segment, doc));
      }
    }
  }

  /** Has the filter know the keys of the snapshot, as it must from time to time. */
  void fillFilter() throws IOException {
    if (filter.isToBeFilled()) {
      long count = appeared.keyCount();
      for (SketchReader segment : sketches) {
        count += segment.keyCount();
      }
      filter.begin(count);
      for (SketchReader segment : sketches) {
        segment.forEachKey(filter::add);
      }
      appeared.forEachKeys(filter::add);
    }
  }

  /**
   * Forgets documents that can be read again as they are, if there are many; to be called while
   * nobody holds any.
   */
  void forgetUnchanged() {
    known.forgetUnchanged(KEPT, appeared::contains);
  }

  /** The documents in memory. */
  LoadedDocuments known() {
    return known;
  }

  long skippedCandidates() {
    return skippedCandidates + appeared.skipped();
  }

  private SnapshotSegment segmentOf(int doc) {
    return segments.get(ReaderUtil.subIndex(doc, reader.leaves()));
  }

  /** Gives the live documents of a group; those that are not known are not remembered. */
  void forEachMember(long group, Consumer<RankedDocument> action) throws IOException {
    for (SnapshotSegment segment : segments) {
      for (int doc : members(segment, group)) {
        boolean isKnown = known.get(segment.docBase() + doc) != null;
        if (segment.live().get(doc) && !isKnown) {
          action.accept(segment.load(doc));
        }
      }
    }
    known.members(group).forEach(action); // some of them came from other groups
  }

  /** The visible document of a group if it is not known yet, or null; no others are read. */
  LiveDocument representative(long group) throws IOException {
    for (SnapshotSegment segment : segments) {
      for (int doc : members(segment, group)) {
        if (segment.visible().get(doc)) {
          LiveDocument visible = document(segment, doc);
          if (visible.group() == group) {
            return visible;
          }
        }
      }
    }
    return null;
  }

  private static List<Integer> members(SnapshotSegment segment, long group) throws IOException {
    List<Integer> docs = new ArrayList<>();
    segment.forEachMember(group, docs::add);
    return docs;
  }

  /** Notes the place that a document of this snapshot has now, and remembers it. */
  void file(LiveDocument document) throws IOException {
    known.file(document);
    SnapshotSegment segment = segmentOf(document.doc);
    int doc = document.doc - segment.docBase();
    segment.setVisible(doc, !document.isHidden());
    if (document.isHidden()) {
      appeared.remove(document);
    } else {
      if (document.value != null) {
        filter.add(document.bandKeys(parameters)); // it may have got bands since that was filled
        if (segment.isUnbanded(doc)) {
          appeared.add(document);
        }
        document.forgetBandKeys();
      }
    }
  }

  void remove(LiveDocument document) {
    known.remove(document);
    appeared.remove(document);
    SnapshotSegment segment = segmentOf(document.doc);
    segment.remove(document.doc - segment.docBase());
  }

  /** Takes back a removal, before the document is filed again. */
  void restore(LiveDocument document) {
    SnapshotSegment segment = segmentOf(document.doc);
    segment.restore(document.doc - segment.docBase());
  }

  /** The numbers of all live documents that Neardup wrote, or a repair took in. */
  public List<Integer> live() throws IOException {
    List<Integer> live = new ArrayList<>();
    for (SnapshotSegment segment : segments) {
      segment.forEachLive(doc -> live.add(segment.docBase() + doc));
    }
    return live;
  }

  /** A document as the index has it; it is not remembered. */
  public LiveDocument read(int doc) throws IOException {
    SnapshotSegment segment = segmentOf(doc);
    return segment.load(doc - segment.docBase());
  }

  /**
   * Takes documents away, all at once. They can be read still, and which groups others are in can
   * be asked; the snapshot is of no use for anything else afterwards.
   */
  void removeAll(FixedBitSet docs) throws IOException {
    DocIdSetIterator each = new BitSetIterator(docs, docs.length());
    for (int doc = each.nextDoc(); doc != NO_MORE_DOCS; doc = each.nextDoc()) {
      SnapshotSegment segment = segmentOf(doc);
      segment.live().clear(doc - segment.docBase());
    }
  }

  /** The group that a document is shown in if that is not its own; else a negative number. */
  long within(int doc) throws IOException {
    SnapshotSegment segment = segmentOf(doc);
    return segment.within(doc - segment.docBase());
  }

  List<SnapshotSegment> segments() {
    return segments;
  }

  /** Whether the index has a live document in a group; nothing of it is remembered. */
  boolean hasMembers(long group) throws IOException {
    for (SnapshotSegment segment : segments) {
      if (members(segment, group).stream().anyMatch(segment.live()::get)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Makes no document a candidate, before all are decided on from scratch. From then on hidden ones
   * are not remembered.
   */
  void hideAll() {
    known.forgetHidden();
    appeared.clear();
    for (SnapshotSegment segment : segments) {
      segment.hideAll();
    }
  }

  /** Some fields of a document as far as they are stored. */
  public Document storedFields(LiveDocument document, Set<String> fields) throws IOException {
    return fields.isEmpty() ? new Document() : reader.storedFields().document(document.doc, fields);
  }
}
