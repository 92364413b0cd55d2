// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.SketchValue;
import org.neardup.sketch.SketchFormat;
import org.neardup.sketch.SlotPacking;

/**
 * Sketches one after the other, by number, so that comparing one with many of them waits for memory
 * once: objects of their own would be found through two others each. For one thread at a time.
 */
final class SketchPages {
  private static final int PAGE_BITS = 10;
  private static final int IN_PAGE = (1 << PAGE_BITS) - 1;

  private final SlotPacking packing;
  private final int valueLength;
  private final List<byte[]> pages = new ArrayList<>();
  private final BytesRef value = new BytesRef();
  private int size;

  SketchPages(SketchFormat format) {
    packing = format.packing();
    valueLength = SketchValue.length(format);
    value.length = valueLength;
  }

  /** Adds a sketch under the next number, from 0. */
  void add(byte[] sketch) {
    if ((size & IN_PAGE) == 0) {
      pages.add(new byte[valueLength << PAGE_BITS]);
    }
    System.arraycopy(sketch, 0, page(size), offset(size), valueLength);
    size++;
  }

  void clear() {
    pages.clear();
    size = 0;
  }

  private byte[] page(int number) {
    return pages.get(number >>> PAGE_BITS);
  }

  private int offset(int number) {
    return (number & IN_PAGE) * valueLength;
  }

  /** The resemblance to a sketch of this format that the slots estimate. */
  double estimate(byte[] sketch, int number) {
    value.bytes = page(number);
    value.offset = offset(number);
    return SketchValue.resemblance(packing, sketch, value);
  }
}
