// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongArrayList;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import org.neardup.internal.sketch.SlotPacking;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Order;

/**
 * Texts whose fingerprints are at home in one partition, in the order of those, and the documents
 * that have each. A text's number is that of its first document. Immutable.
 *
 * @param prints fingerprints, ascending (signed)
 * @param starts documents by text: those of a text stand from its start to that of the next
 * @param sketches all of them; that of a text is at {@link #sketchAt}
 * @param offsets where in the data the record of each document begins
 * @param hasHosts whether a document is of a host
 */
@SuppressWarnings("ArrayRecordComponent") // read, never compared
record TextPartition(
    int sketchBytes,
    long[] prints,
    long[] numbers,
    int[] starts,
    byte[] sketches,
    int[] offsets,
    byte[] data,
    boolean hasHosts)
    implements Serializable {
  /** Reads {@link DocumentEntry}s, of which at least one of each text has its sketch. */
  static TextPartition of(Iterator<byte[]> arriving, SlotPacking packing) {
    Builder from = new Builder(BlockReader.blocks(arriving), packing.bytes());
    return new TextPartition(
        packing.bytes(),
        from.prints.toArray(),
        from.numbers.toArray(),
        from.starts.toArray(),
        from.sketches,
        from.offsets,
        from.data.take(),
        from.hasHosts);
  }

  /** How many texts there are. */
  int size() {
    return prints.length;
  }

  /** How many documents there are. */
  int documents() {
    return offsets.length;
  }

  long print(int text) {
    return prints[text];
  }

  long number(int text) {
    return numbers[text];
  }

  int sketchAt(int text) {
    return text * sketchBytes;
  }

  /** The text with a fingerprint, which must be here. */
  int text(long print) {
    int text = Arrays.binarySearch(prints, print);
    if (text < 0) {
      throw new IllegalStateException("no text has the fingerprint " + Long.toHexString(print));
    }
    return text;
  }

  /** The first of the documents of a text, which stand one behind the other. */
  int start(int text) {
    return starts[text];
  }

  /** How many documents have a text. */
  int copies(int text) {
    return starts[text + 1] - starts[text];
  }

  /** Reads documents. For one thread. */
  Documents reader() {
    return new Documents();
  }

  /** Documents of a partition, one at a time. */
  final class Documents {
    private final BlockReader in = new BlockReader(data);
    private final DocumentEntry document = new DocumentEntry();

    /** One of the documents that have a text, from 0, in their order; valid until the next call. */
    DocumentEntry copy(int text, int index) {
      return get(starts[text] + index);
    }

    /** One of all documents; valid until the next call. */
    DocumentEntry get(int index) {
      return document.read(in.seek(offsets[index]));
    }
  }

  /** Sorts what arrived. Its loops are of small steps, which are compiled sooner than the loops. */
  private static final class Builder {
    private final LongArrayList prints = new LongArrayList();
    private final LongArrayList numbers = new LongArrayList();
    private final IntArrayList starts = new IntArrayList();
    private final int[] offsets;
    private final BlockWriter data;
    private final byte[] sketches;
    private final BlockReader in;
    private final DocumentEntry document = new DocumentEntry();
    private final LongArrayList arrivedPrints = new LongArrayList();
    private final LongArrayList arrivedNumbers = new LongArrayList();
    private final LongArrayList places = new LongArrayList();
    private int dataBytes;
    private boolean hasHosts;

    Builder(byte[][] blocks, int sketchBytes) {
      in = new BlockReader(blocks);
      while (in.hasNext()) {
        locate();
      }
      long[] sortedPrints = arrivedPrints.toArray();
      long[] sortedNumbers = arrivedNumbers.toArray();
      int[] rows = Order.of(sortedPrints, sortedNumbers, sortedPrints.length);
      for (int i = 0; i < rows.length; i++) {
        if (i == 0 || sortedPrints[i] != sortedPrints[i - 1]) {
          starts.add(i);
          prints.add(sortedPrints[i]);
          numbers.add(sortedNumbers[i]);
        }
      }
      starts.add(rows.length);
      offsets = new int[rows.length];
      data = new BlockWriter(dataBytes);
      sketches = new byte[Math.multiplyExact(prints.size(), sketchBytes)];
      for (int text = 0; text < prints.size(); text++) {
        for (int i = starts.get(text); i < starts.get(text + 1); i++) {
          copy(i, rows[i], text * sketchBytes);
        }
      }
    }

    private void locate() {
      long place = in.place();
      places.add(place);
      document.read(in);
      arrivedPrints.add(document.print);
      arrivedNumbers.add(document.number);
      hasHosts |= !document.host.isEmpty();
      int bytes = (int) (in.place() - place) - document.sketch.length;
      dataBytes = Math.addExact(dataBytes, bytes);
    }

    private void copy(int index, int row, int sketchAt) {
      document.read(in.seek(places.get(row)));
      System.arraycopy(document.sketch, 0, sketches, sketchAt, document.sketch.length);
      document.sketch = DocumentEntry.NONE;
      offsets[index] = data.size();
      document.write(data);
    }
  }
}
