// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import org.apache.lucene.util.ArrayUtil;

/**
 * Offsets in a text of those in its normal form. What begins or ends within the normal form of some
 * characters begins before these, or ends behind them. For one thread.
 */
final class OriginalOffsets {
  // Stretches where characters do not stand for one each, in their order.
  private int[] normalStarts = {};
  private int[] normalEnds = {};
  private int[] starts = {};
  private int[] ends = {};
  private int count;

  void reset() {
    count = 0;
  }

  /** Adds a stretch behind those before. */
  void add(int normalStart, int normalEnd, int start, int end) {
    if (count == starts.length) {
      normalStarts = ArrayUtil.grow(normalStarts, count + 1);
      normalEnds = ArrayUtil.growExact(normalEnds, normalStarts.length);
      starts = ArrayUtil.growExact(starts, normalStarts.length);
      ends = ArrayUtil.growExact(ends, normalStarts.length);
    }
    normalStarts[count] = normalStart;
    normalEnds[count] = normalEnd;
    starts[count] = start;
    ends[count++] = end;
  }

  /** Where the text begins of which a character of the normal form was made. */
  int start(int normal) {
    int i = lastBefore(normal + 1);
    return i >= 0 && normal < normalEnds[i] ? starts[i] : behind(i, normal);
  }

  /** Where the text ends of which the normal form up to an offset was made. */
  int end(int normal) {
    int i = lastBefore(normal);
    return i >= 0 && normal < normalEnds[i] ? ends[i] : behind(i, normal);
  }

  private int behind(int i, int normal) {
    return i < 0 ? normal : normal - normalEnds[i] + ends[i];
  }

  /** The last stretch that begins before an offset; -1 if none does. */
  private int lastBefore(int normal) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (normalStarts[middle] < normal) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
