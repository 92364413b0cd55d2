// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.lucene.util.ArrayUtil;
import org.neardup.sketch.ElementSet;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Order;

/** The elements of some texts, by fingerprint, in the blocks in which they came. Immutable. */
final class ElementTable implements Serializable {
  private final byte[][] blocks;

  /** Ascending (signed), and to each the place of its elements. */
  private final long[] prints;

  private final long[] places;

  private ElementTable(byte[][] blocks, long[] prints, long[] places) {
    this.blocks = blocks;
    this.prints = prints;
    this.places = places;
  }

  static void write(long print, long[] elements, BlockWriter out) {
    out.putLong(print).putInt(elements.length);
    for (long element : elements) {
      out.putLong(element);
    }
  }

  /** Reads what {@link #write} wrote; a text may come several times. */
  static ElementTable of(Iterator<byte[]> arriving) {
    byte[][] blocks = BlockReader.blocks(arriving);
    LongArrayList prints = new LongArrayList();
    LongArrayList places = new LongArrayList();
    for (BlockReader in = new BlockReader(blocks); in.hasNext(); ) {
      prints.add(in.getLong());
      places.add(in.place());
      in.skip(in.getInt() * Long.BYTES);
    }
    long[] sorted = prints.toArray();
    long[] sortedPlaces = places.toArray();
    Order.of(sorted, sortedPlaces, sorted.length);
    return new ElementTable(blocks, sorted, sortedPlaces);
  }

  /** Reads elements. For one thread. */
  Elements reader() {
    return new Elements();
  }

  /** The elements of texts of a table, one text at a time. */
  final class Elements {
    private final BlockReader in = new BlockReader(blocks);
    private long[] read = {};

    /** Moves to those of a text, if it is here. */
    private boolean find(long print) {
      int index = Arrays.binarySearch(prints, print);
      if (index >= 0) {
        in.seek(places[index]);
      }
      return index >= 0;
    }

    private Elements findOnly(long print) {
      if (!find(print)) {
        throw new IllegalStateException(
            "the input must be the same whenever it is read: a text of the first reading is not in"
                + " the second");
      }
      return this;
    }

    /** Writes those of a text as {@link #write} does. */
    void copy(long print, BlockWriter out) {
      findOnly(print);
      int count = in.getInt();
      in.copy(count * Long.BYTES, out.putLong(print).putInt(count));
    }

    /** Those that were found. */
    private ElementSet set() {
      int count = in.getInt();
      read = ArrayUtil.growNoCopy(read, count);
      for (int i = 0; i < count; i++) {
        read[i] = in.getLong();
      }
      return ElementSet.of(read, count);
    }
  }

  /** Texts that are at home in a partition, and those that were sent there. For one thread. */
  static final class Both {
    private final Elements own;
    private final Elements sent;

    Both(ElementTable own, ElementTable sent) {
      this.own = own.reader();
      this.sent = sent.reader();
    }

    ElementSet set(long print) {
      return (own.find(print) ? own : sent.findOnly(print)).set();
    }
  }
}
