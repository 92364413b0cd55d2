// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.codec.NearDup1DocValuesFormat;
import org.neardup.internal.codec.NearDup1Producer.SketchDocValues;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.group.BandKeys;
import org.neardup.internal.sketch.SlotPacking;

/**
 * Reads the sketches of one field in one segment: by document, compared with a query sketch, or
 * found by it.
 *
 * <p>For one thread: each thread opens its own, for as long as it uses the segment's reader.
 * Documents are numbers of the segment, from 0 to maxDoc - 1, deleted ones included unless said
 * otherwise. Reading them in ascending order is cheapest; each step back costs a new iterator.
 *
 * <p>A query sketch is a {@link SketchValue} that begins at byte 0 of an array.
 */
public final class SketchReader {
  private final LeafReader reader;
  private final String field;
  private final SketchParameters parameters;
  private final SlotPacking packing;
  private final int valueLength;
  private final BandIndex bands;
  private final BandSearch search; // null without bands
  private BinaryDocValues values;

  /** Told of documents under the keys of a {@link BandLookUp}. */
  @FunctionalInterface
  public interface KeyVisitor {
    /**
     * A document is under a key. Sketches must not be read before the last such call.
     *
     * @param key its number among {@link BandLookUp#keys()}
     */
    void visit(int key, int doc) throws IOException;
  }

  private SketchReader(
      LeafReader reader,
      String field,
      SketchParameters parameters,
      BinaryDocValues values,
      BandIndex bands) {
    this.reader = reader;
    this.field = field;
    this.parameters = parameters;
    this.values = values;
    this.bands = bands;
    packing = parameters.format().packing();
    valueLength = parameters.valueLength();
    search = bands == null ? null : new BandSearch(bands, parameters);
  }

  /** As {@link #of(LeafReader, String)}. */
  public static SketchReader of(LeafReaderContext context, String field) throws IOException {
    return of(context.reader(), field);
  }

  /**
   * Opens the sketches of a field.
   *
   * <p>Looks through filters around the segment's reader. If one does not let it, or the segment
   * was written without bands, {@link #bandedCandidates} scans all sketches.
   *
   * @return null if no document of the segment ever had a binary doc value in this field
   * @throws IllegalArgumentException if the field's values are not known to be sketches
   */
  public static SketchReader of(LeafReader reader, String field) throws IOException {
    FieldInfo info = reader.getFieldInfos().fieldInfo(field);
    if (info == null || info.getDocValuesType() != DocValuesType.BINARY) {
      return null;
    }
    LeafReader unwrapped = FilterLeafReader.unwrap(reader);
    if (unwrapped.getBinaryDocValues(field) instanceof SketchDocValues sketches) {
      return new SketchReader(unwrapped, field, sketches.parameters(), sketches, sketches.bands());
    }
    SketchParameters parameters = NearDup1DocValuesFormat.parametersOf(info);
    if (parameters == null) {
      throw new IllegalArgumentException(
          "field \""
              + field
              + "\" must be written as sketches, with a codec of NearDupCodec.wrap, got other binary"
              + " values: "
              + reader);
    }
    return new SketchReader(reader, field, parameters, reader.getBinaryDocValues(field), null);
  }

  /** Returns the parameters that the sketches of this segment share. */
  public SketchParameters parameters() {
    return parameters;
  }

  /** Returns whether {@link #bandedCandidates} looks keys up instead of scanning. */
  public boolean hasBands() {
    return bands != null;
  }

  /**
   * Returns a document's sketch as a {@link SketchValue}, null if it has none. The bytes are valid
   * until the next call of any method of this reader.
   */
  public BytesRef value(int doc) throws IOException {
    if (doc < values.docID()) {
      values = reader.getBinaryDocValues(field);
    }
    return values.advanceExact(doc) ? checkedValue() : null;
  }

  /** As {@link #value}, in a new array. */
  public byte[] copy(int doc) throws IOException {
    BytesRef value = value(doc);
    return value == null
        ? null
        : ArrayUtil.copyOfSubArray(value.bytes, value.offset, value.offset + value.length);
  }

  private BytesRef checkedValue() throws IOException {
    BytesRef value = values.binaryValue();
    if (value.length != valueLength) {
      throw new CorruptIndexException(
          "document "
              + values.docID()
              + " should have a sketch of "
              + valueLength
              + " bytes, has "
              + value.length,
          "field \"" + field + "\" of " + reader);
    }
    return value;
  }

  /** Returns the number of elements a document's sketch was made of, 0 if it has none. */
  public int elements(int doc) throws IOException {
    BytesRef value = value(doc);
    return value == null ? 0 : SketchValue.elements(value.bytes, value.offset);
  }

  /**
   * Estimates the resemblance of a query sketch and a document's sketch from their slots alone,
   * without allocation.
   *
   * @param query of this segment's format, which is not checked
   * @return from 0 to 1, or NaN if the document has no sketch
   */
  public double similarity(byte[] query, int doc) throws IOException {
    BytesRef value = value(doc);
    return value == null ? Double.NaN : SketchValue.resemblance(packing, query, value);
  }

  /**
   * Returns whether a document can only be found by a scan, because it was hidden when its segment
   * was written.
   */
  public boolean isUnbanded(int doc) throws IOException {
    return bands != null && bands.isUnbanded(doc);
  }

  /** Returns whether there are bands, and documents without them ({@link #isUnbanded}). */
  public boolean hasUnbanded() {
    return bands != null && bands.layout().unbanded() > 0;
  }

  /** Returns the documents without bands ({@link #isUnbanded}), in a new bit set. */
  public FixedBitSet unbanded() throws IOException {
    return hasUnbanded() ? bands.unbanded() : new FixedBitSet(reader.maxDoc());
  }

  /**
   * Finds what a look-up asks for, except documents without bands ({@link #isUnbanded}).
   *
   * @param lookUp of a sketch of this segment's format, which is not checked
   * @param liveDocs live documents of the reader that the caller searches, null if all are: a
   *     filter around the segment's reader may have fewer than the segment
   */
  public Candidates bandedCandidates(BandLookUp lookUp, Bits liveDocs) throws IOException {
    return bandedCandidates(lookUp, liveDocs, new DeletedPrefixes());
  }

  /**
   * As {@link #bandedCandidates(BandLookUp, Bits)}, for repeated look-ups.
   *
   * @param starts remembers, for the next look-up, what it learns about these live documents
   */
  public Candidates bandedCandidates(BandLookUp lookUp, Bits liveDocs, DeletedPrefixes starts)
      throws IOException {
    Candidates found = new Candidates(liveDocs);
    if (bands != null) {
      search.count(lookUp, found, starts);
    } else {
      countScanned(lookUp.under(parameters), found);
    }
    return found.sorted();
  }

  /**
   * Reads ahead for a look-up in these segments, before {@link #bandedCandidates} is called for
   * each. Reads all segments at once, because waiting for one after another takes longer, and
   * because the cap is divided by what there is in all of them.
   */
  public static void readAhead(BandLookUp lookUp, List<SketchReader> segments) throws IOException {
    List<BandSearch> searches = new ArrayList<>(segments.size());
    for (SketchReader segment : segments) {
      if (segment.search != null) {
        segment.search.begin(lookUp);
        searches.add(segment.search);
      }
    }
    BandSearch.readAhead(lookUp, searches);
  }

  /**
   * Gives all documents under some keys of a look-up, deleted ones included, whatever its cap.
   *
   * @param lookUp of a sketch of this segment's parameters, which is not checked
   * @param wanted which keys, by number
   */
  public void forEachUnder(BandLookUp lookUp, IntPredicate wanted, KeyVisitor visitor)
      throws IOException {
    if (search != null) {
      search.forEach(lookUp, wanted, visitor);
    }
    if (bands == null || bands.layout().unbanded() > 0) {
      scan(
          lookUp,
          (key, doc) -> {
            if (wanted.test(key)) {
              visitor.visit(key, doc);
            }
          });
    }
  }

  /** The largest number of keys that {@link #forEachKey} may give. */
  public long keyCount() {
    return bands != null ? bands.layout().pairs() : (long) reader.maxDoc() * parameters.keyCount();
  }

  /**
   * Gives the keys of all documents with bands, hidden and deleted ones included, as {@link
   * BandKeys} has them. Reads all bands.
   */
  public void forEachKey(LongConsumer action) throws IOException {
    if (bands != null) {
      for (BandIndex.Pairs pairs = bands.new Pairs(); pairs.nextKey(); ) {
        action.accept(pairs.key);
      }
      return;
    }
    long[] keys = new long[parameters.keyCount()];
    values = reader.getBinaryDocValues(field);
    while (values.nextDoc() != NO_MORE_DOCS) {
      BytesRef value = checkedValue();
      int count = parameters.bandKeys(value.bytes, value.offset, keys);
      for (int i = 0; i < count; i++) {
        action.accept(BandKeys.storedKey(keys[i]));
      }
    }
  }

  /** Counts documents without bands, as far as the budgets of a look-up allow. */
  private void countScanned(BandLookUp lookUp, Candidates found) throws IOException {
    scan(
        lookUp,
        (key, doc) -> {
          if (lookUp.mayLookUnder(key)) {
            lookUp.lookedUnder(key, found.add(doc));
          } else {
            found.addCut(1);
          }
        });
  }

  /** Compares keys with those of all sketches that have no bands. */
  private void scan(BandLookUp lookUp, KeyVisitor visitor) throws IOException {
    FixedBitSet unbanded = bands == null ? null : bands.unbanded();
    long[] docKeys = new long[parameters.keyCount()];
    values = reader.getBinaryDocValues(field);
    for (int doc = values.nextDoc(); doc != NO_MORE_DOCS; doc = values.nextDoc()) {
      if (unbanded == null || unbanded.get(doc)) {
        BytesRef value = checkedValue();
        int count = parameters.bandKeys(value.bytes, value.offset, docKeys);
        for (int i = 0; i < count; i++) {
          int key = Arrays.binarySearch(lookUp.keys(), BandKeys.storedKey(docKeys[i]));
          if (key >= 0) {
            visitor.visit(key, doc);
          }
        }
      }
    }
  }
}
