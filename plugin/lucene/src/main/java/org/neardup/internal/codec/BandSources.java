// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOUtils;
import org.neardup.codec.NearDup1DocValuesFormat;
import org.neardup.internal.codec.NearDup1Producer.SketchDocValues;
import org.neardup.internal.compare.SketchParameters;

/**
 * Where the pairs of one field of a new segment come from: sketches whose keys are still to be
 * computed, or the bands of segments that are merged.
 */
final class BandSources implements Closeable {
  private static final int GONE = -1;

  private final SegmentWriteState state;
  private final HiddenDocs hiddenDocs;
  private final FieldInfo field;
  private final SketchParameters parameters;
  private final List<PairStream> runs = new ArrayList<>();
  private final List<PairSorter> sorters = new ArrayList<>();
  private final FixedBitSet unbanded;
  private final long[] keys;
  private long pairs;

  BandSources(
      SegmentWriteState state,
      FieldInfo field,
      SketchParameters parameters,
      HiddenDocs hiddenDocs) {
    this.hiddenDocs = hiddenDocs;
    this.state = state;
    this.field = field;
    this.parameters = parameters;
    unbanded = new FixedBitSet(state.segmentInfo.maxDoc());
    keys = new long[parameters.keyCount()];
  }

  /** Adds the sketches of a new segment, except those of hidden documents. */
  void addValues(BinaryDocValues values) throws IOException {
    FixedBitSet hidden = hiddenDocs.inNewSegment(state.segmentInfo.maxDoc());
    long visible = (long) state.segmentInfo.maxDoc() - hidden.cardinality();
    PairSorter sorter = newSorter(visible * keys.length);
    for (int doc = values.nextDoc(); doc != NO_MORE_DOCS; doc = values.nextDoc()) {
      BytesRef value = checked(values.binaryValue(), doc);
      if (hidden.get(doc)) {
        unbanded.set(doc);
      } else {
        add(value, doc, sorter);
      }
    }
    runs.addAll(sorter.streams());
  }

  /**
   * Adds all segments of a merge: their bands, or, where a segment has none or different ones, its
   * sketches. Leaves out documents that are hidden now.
   *
   * @throws IllegalArgumentException if a segment's sketches are of another format
   */
  void addSegments(MergeState merge) throws IOException {
    for (int i = 0; i < merge.docValuesProducers.length; i++) {
      DocValuesProducer producer = merge.docValuesProducers[i];
      FieldInfo info = merge.fieldInfos[i].fieldInfo(field.name);
      if (producer != null && info != null && info.getDocValuesType() == DocValuesType.BINARY) {
        SketchParameters others = NearDup1DocValuesFormat.parametersOf(info);
        parameters.format().requireSame(others == null ? parameters.format() : others.format());
        addSegment(producer, info, merge, i);
      }
    }
  }

  private void addSegment(DocValuesProducer producer, FieldInfo info, MergeState merge, int segment)
      throws IOException {
    FixedBitSet hidden = hidden(merge, segment);
    MergeState.DocMap all = merge.docMaps[segment];
    MergeState.DocMap docMap = hidden == null ? all : doc -> hidden.get(doc) ? GONE : all.get(doc);
    boolean whole = hidden == null && merge.liveDocs[segment] == null;
    BinaryDocValues values = producer.getBinary(info);
    if (values instanceof SketchDocValues sketches && sketches.parameters().equals(parameters)) {
      BandIndex bands = sketches.bands();
      pairs += count(bands, docMap, whole);
      addRun(bands.new Pairs(), docMap, merge);
      if (bands.layout().unbanded() > 0) {
        FixedBitSet left = bands.unbanded();
        addSketches(values, doc -> left.get(doc) ? docMap.get(doc) : GONE, docMap, merge);
      }
    } else {
      addSketches(values, docMap, docMap, merge);
    }
  }

  /**
   * The hidden documents of a segment, null if there are none; notes those that stay in the merged
   * one.
   */
  private FixedBitSet hidden(MergeState merge, int segment) throws IOException {
    FixedBitSet hidden = hiddenDocs.inMergedSegment(segment);
    int maxDoc = hidden == null ? 0 : hidden.length();
    for (int doc = 0; doc < maxDoc; doc++) {
      int newDoc = hidden.get(doc) ? merge.docMaps[segment].get(doc) : GONE;
      if (newDoc >= 0) {
        unbanded.set(newDoc);
      }
    }
    return hidden;
  }

  /**
   * For sketches whose keys are still to be computed.
   *
   * @param newDocs negative for those that have no place in the bands
   */
  private void addSketches(
      BinaryDocValues values, MergeState.DocMap newDocs, MergeState.DocMap docMap, MergeState merge)
      throws IOException {
    PairSorter sorter = newSorter(0);
    for (int doc = values.nextDoc(); doc != NO_MORE_DOCS; doc = values.nextDoc()) {
      if (newDocs.get(doc) >= 0) {
        add(checked(values.binaryValue(), doc), doc, sorter);
      }
    }
    sorter.spill(); // there may be many such segments
    for (PairStream run : sorter.streams()) {
      addRun(run, docMap, merge);
    }
  }

  private void addRun(PairStream run, MergeState.DocMap docMap, MergeState merge)
      throws IOException {
    PairStream mapped = new PairStream.Mapped(run, docMap);
    runs.add(merge.needsIndexSort ? new PairStream.SortedWithinKeys(mapped) : mapped);
  }

  private static long count(BandIndex bands, MergeState.DocMap docMap, boolean whole)
      throws IOException {
    if (whole) {
      return bands.layout().pairs();
    }
    long live = 0;
    for (BandIndex.Pairs each = bands.new Pairs(); each.next(); ) {
      live += docMap.get(each.doc) >= 0 ? 1 : 0;
    }
    return live;
  }

  private PairSorter newSorter(long expectedPairs) {
    PairSorter sorter = new PairSorter(state, expectedPairs);
    sorters.add(sorter);
    return sorter;
  }

  private void add(BytesRef value, int doc, PairSorter sorter) throws IOException {
    int count = parameters.bandKeys(value.bytes, value.offset, keys);
    sorter.add(keys, count, doc);
    pairs += count;
  }

  private BytesRef checked(BytesRef value, int doc) {
    int length = parameters.valueLength();
    if (value.length != length) {
      throw new IllegalArgumentException(
          "sketch in field \""
              + field.name
              + "\" of document "
              + doc
              + " must have "
              + length
              + " bytes, got "
              + value.length);
    }
    return value;
  }

  /** Writes all pairs that were added; to be called once. */
  BandLayout write(IndexOutput bands) throws IOException {
    return BandIndexWriter.write(new PairStream.Merged(runs), pairs, unbanded, bands, state);
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(sorters);
  }
}
