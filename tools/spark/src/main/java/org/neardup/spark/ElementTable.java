// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.neardup.sketch.ElementSet;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Longs;
import org.neardup.tools.cluster.sort.Numbering;

/** The elements of some texts, by fingerprint. */
final class ElementTable implements Serializable {
  /** Ascending (signed), and to each the index of its elements. */
  private final long[] prints;

  private final long[][] elements;

  private ElementTable(long[] prints, long[][] elements) {
    this.prints = prints;
    this.elements = elements;
  }

  static void write(long print, long[] elements, BlockWriter out) {
    out.putLong(print).putInt(elements.length);
    for (long element : elements) {
      out.putLong(element);
    }
  }

  /** Reads what {@link #write} wrote; a text may come several times. */
  static ElementTable of(BlockReader in) {
    Numbering known = new Numbering();
    Longs prints = new Longs();
    List<long[]> found = new ArrayList<>();
    while (in.hasNext()) {
      long print = in.getLong();
      long[] elements = new long[in.getInt()];
      for (int i = 0; i < elements.length; i++) {
        elements[i] = in.getLong();
      }
      if (known.number(print) == found.size()) {
        found.add(elements);
        prints.add(print);
      }
    }
    long[] sorted = prints.toArray();
    Arrays.sort(sorted);
    long[][] elements = new long[sorted.length][];
    for (int i = 0; i < sorted.length; i++) {
      elements[i] = found.get(known.existing(sorted[i]));
    }
    return new ElementTable(sorted, elements);
  }

  private int index(long print) {
    return Arrays.binarySearch(prints, print);
  }

  /** The elements of a text, ascending, each once. */
  long[] elements(long print) {
    int index = index(print);
    if (index < 0) {
      throw new IllegalStateException(
          "the input must be the same whenever it is read: a text of the first reading is not in"
              + " the second");
    }
    return elements[index];
  }

  /** Compares texts of two tables. For one thread. */
  static final class Sets {
    private final ElementTable own;
    private final ElementTable sent;
    private final ElementSet[] ownSets;
    private final ElementSet[] sentSets;

    Sets(ElementTable own, ElementTable sent) {
      this.own = own;
      this.sent = sent;
      ownSets = new ElementSet[own.prints.length];
      sentSets = new ElementSet[sent.prints.length];
    }

    ElementSet get(long print) {
      return own.index(print) >= 0 ? get(own, ownSets, print) : get(sent, sentSets, print);
    }

    private static ElementSet get(ElementTable table, ElementSet[] sets, long print) {
      long[] elements = table.elements(print);
      int index = table.index(print);
      if (sets[index] == null) {
        sets[index] = ElementSet.of(elements, elements.length);
      }
      return sets[index];
    }
  }
}
