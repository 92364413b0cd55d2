// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

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
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/**
 * Where the pairs of one field of a new segment come from: sketches whose keys have yet to be made,
 * or the bands of segments that are merged.
 */
final class BandSources implements Closeable {
  private final SegmentWriteState state;
  private final FieldInfo field;
  private final SketchParameters parameters;
  private final List<PairStream> runs = new ArrayList<>();
  private final List<PairSorter> sorters = new ArrayList<>();
  private long pairs;

  BandSources(SegmentWriteState state, FieldInfo field, SketchParameters parameters) {
    this.state = state;
    this.field = field;
    this.parameters = parameters;
  }

  /** Adds the sketches of a new segment. */
  void addValues(BinaryDocValues values) throws IOException {
    runs.addAll(sort(values, doc -> doc));
  }

  /**
   * Adds all segments of a merge: their bands, or where there are none, or other ones, their
   * sketches.
   *
   * @throws IllegalArgumentException if a segment's sketches are of another format
   */
  void addSegments(MergeState merge) throws IOException {
    for (int i = 0; i < merge.docValuesProducers.length; i++) {
      DocValuesProducer producer = merge.docValuesProducers[i];
      FieldInfo info = merge.fieldInfos[i].fieldInfo(field.name);
      if (producer != null && info != null && info.getDocValuesType() == DocValuesType.BINARY) {
        requireSameFormat(NearDup1DocValuesFormat.parametersOf(info));
        addSegment(producer.getBinary(info), merge, i);
      }
    }
  }

  private void requireSameFormat(SketchParameters other) {
    if (other != null) {
      parameters.format().requireSame(other.format());
    }
  }

  private void addSegment(BinaryDocValues values, MergeState merge, int segment)
      throws IOException {
    MergeState.DocMap docMap = merge.docMaps[segment];
    List<PairStream> added;
    if (values instanceof SketchDocValues sketches && sketches.parameters().equals(parameters)) {
      BandIndex bands = sketches.bands();
      pairs += count(bands, docMap, merge.liveDocs[segment] == null);
      added = List.of(new BandPairs(bands));
    } else {
      added = sort(values, docMap);
    }
    for (PairStream run : added) {
      runs.add(MappedPairs.of(run, docMap, !merge.needsIndexSort));
    }
  }

  private static long count(BandIndex bands, MergeState.DocMap docMap, boolean allLive)
      throws IOException {
    long all = bands.layout().pairs();
    if (allLive) {
      return all;
    }
    long live = 0;
    for (BandPairs each = new BandPairs(bands); each.next(); ) {
      live += docMap.get(each.doc) >= 0 ? 1 : 0;
    }
    return live;
  }

  private List<PairStream> sort(BinaryDocValues values, MergeState.DocMap docMap)
      throws IOException {
    PairSorter sorter = new PairSorter(state);
    sorters.add(sorter);
    long[] keys = new long[parameters.keyCount()];
    for (int doc = values.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = values.nextDoc()) {
      if (docMap.get(doc) >= 0) {
        BytesRef value = checked(values.binaryValue(), doc);
        sorter.add(keys, parameters.bandKeys(value.bytes, value.offset, keys), doc);
      }
    }
    pairs += sorter.pairs();
    return sorter.streams();
  }

  private BytesRef checked(BytesRef value, int doc) {
    int length = SketchValue.length(parameters.format());
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
    return BandIndexWriter.write(new MergedPairs(runs), pairs, bands, state);
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(sorters);
  }
}
