// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import org.neardup.sketch.SlotPacking;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Order;

/**
 * Texts whose fingerprints are at home in one partition, in the order of those, and the documents
 * that have each. A text's number is that of its first document. Immutable.
 */
final class TextPartition implements Serializable {
  private final int sketchBytes;

  /** Fingerprints, ascending (signed). */
  private final long[] prints;

  private final long[] numbers;

  /** Documents by text: those of a text stand from its start to that of the next. */
  private final int[] starts;

  private final byte[] sketches;

  /** Where in the data the record of each document begins. */
  private final int[] offsets;

  private final byte[] data;
  private final boolean hasHosts;

  private TextPartition(Builder from, int sketchBytes) {
    this.sketchBytes = sketchBytes;
    prints = from.prints.toArray();
    numbers = from.numbers.toArray();
    starts = Arrays.copyOf(from.starts, prints.length + 1);
    sketches = from.sketches;
    offsets = from.offsets;
    data = from.data.take();
    hasHosts = from.hasHosts;
  }

  /** Reads {@link DocumentEntry}s, of which at least one of each text has its sketch. */
  static TextPartition of(Iterator<byte[]> arriving, SlotPacking packing) {
    Builder builder = new Builder(BlockReader.blocks(arriving), packing.bytes());
    return new TextPartition(builder, packing.bytes());
  }

  /** How many texts there are. */
  int size() {
    return prints.length;
  }

  /** Whether a document is of a host. */
  boolean hasHosts() {
    return hasHosts;
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

  /** All sketches; that of a text is at {@link #sketchAt}. */
  byte[] sketches() {
    return sketches;
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
    private final int[] starts;
    private final int[] offsets;
    private final BlockWriter data;
    private final BlockReader in;
    private final BlockWriter packed;
    private final byte[] sketches;
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
      long[] sorted = arrivedPrints.toArray();
      int[] rows = Order.of(sorted, arrivedNumbers.toArray(), sorted.length);
      starts = new int[rows.length + 1];
      offsets = new int[rows.length];
      data = new BlockWriter(dataBytes);
      packed = new BlockWriter(Math.multiplyExact(different(sorted), sketchBytes));
      for (int i = 0; i < rows.length; i++) {
        copy(i, rows[i], isNewText(sorted, i), sketchBytes);
      }
      starts[prints.size()] = rows.length;
      sketches = packed.take();
    }

    private static int different(long[] sorted) {
      int different = 0;
      for (int i = 0; i < sorted.length; i++) {
        different += isNewText(sorted, i) ? 1 : 0;
      }
      return different;
    }

    private static boolean isNewText(long[] sorted, int index) {
      return index == 0 || sorted[index] != sorted[index - 1];
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

    private void copy(int index, int row, boolean isNewText, int sketchBytes) {
      document.read(in.seek(places.get(row)));
      if (isNewText) {
        starts[prints.size()] = index;
        prints.add(document.print);
        numbers.add(document.number);
      }
      offsets[index] = data.size();
      if (packed.size() < prints.size() * sketchBytes) {
        packed.putBytes(document.sketch, 0, document.sketch.length);
      }
      document.sketch = DocumentEntry.NONE;
      document.write(data);
    }
  }
}
