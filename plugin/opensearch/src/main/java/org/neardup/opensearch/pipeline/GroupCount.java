// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.sketch.Bands;

/**
 * Counts the hits of a ranking that resemble no earlier one, as {@link DistinctHits} finds them,
 * but all at once: equal texts by their hash first, and what is left band by band, so that each
 * table is small. As there, two sketches that are near agree in at least one band.
 */
final class GroupCount {
  /** What a hit takes: its sketch, keys of its bands, and its places in tables. */
  static final int BYTES_EACH = 320;

  private final List<PackedSketches> shards;
  private final SketchComparer comparer;
  private final SketchParameters parameters;
  private final BytesRef one = new BytesRef();
  private final BytesRef other = new BytesRef();
  private byte[] copy = {};

  /** A hit by its shard and its place there, which is below 2^32. */
  private final long[] texts;

  private final int[] table; // by hash: the number of a text and 1; 0 if there is none
  private int count; // of texts
  private int without; // a sketch
  private long[] near = new long[64]; // a later text and an earlier one
  private int nearCount;

  /** For so many hits at most. */
  GroupCount(List<PackedSketches> shards, SketchParameters parameters, double threshold, int most) {
    this.shards = shards;
    ResemblanceRule rule = ResemblanceRule.sketch(threshold);
    comparer = new SketchComparer(parameters, rule);
    int bands = comparer.mostDifferingSlots(comparer.leastEstimate()) + 1;
    this.parameters = parameters.withBands(new Bands(bands, parameters.format().slots() / bands));
    texts = new long[most];
    table = table(most);
  }

  private static int[] table(int entries) {
    return new int[Integer.highestOneBit(Math.max(1, entries)) * 4];
  }

  /** Adds the next hit of the ranking. */
  void add(int shard, int hit) {
    if (!shards.get(shard).view(hit, one)) {
      without++;
      return;
    }
    int slot = slot(SketchParameters.textHashKey(one.bytes, one.offset));
    while (table[slot] != 0) {
      view(table[slot] - 1, other);
      if (one.bytesEquals(other)) {
        return;
      }
      slot = (slot + 1) & (table.length - 1);
    }
    texts[count] = (long) shard << Integer.SIZE | hit;
    table[slot] = ++count;
  }

  private int slot(long key) {
    return (int) (key >>> Integer.SIZE) & (table.length - 1);
  }

  private void view(int text, BytesRef to) {
    shards.get((int) (texts[text] >>> Integer.SIZE)).view((int) texts[text], to);
  }

  /** How many of the hits there are. */
  int count() {
    int[][] keys = keys();
    int[] latest = table(count);
    int[] earlier = new int[count];
    for (int band = 0; band < keys.length; band++) {
      Arrays.fill(latest, 0);
      int[] ofBand = keys[band];
      for (int text = 0; text < count; text++) {
        if (ofBand[text] != 0) {
          int chain = ofBand[text] & (latest.length - 1);
          for (int next = latest[chain]; next != 0; next = earlier[next - 1]) {
            if (ofBand[next - 1] == ofBand[text] && areNew(keys, band, text, next - 1)) {
              compare(text, next - 1);
            }
          }
          earlier[text] = latest[chain];
          latest[chain] = text + 1;
        }
      }
    }
    return without + count - hidden();
  }

  /** By band and text; 0 for those of too few elements, which are compared with the same alone. */
  private int[][] keys() {
    int bands = parameters.bands().bands();
    int[][] keys = new int[bands][count];
    long[] ofText = new long[bands];
    for (int text = 0; text < count; text++) {
      view(text, one);
      if (SketchValue.elements(one.bytes, one.offset) >= parameters.minElements()) {
        int slots = one.offset + SketchValue.SLOTS_OFFSET;
        parameters.bands().keys(parameters.format().packing(), one.bytes, slots, ofText);
        for (int band = 0; band < bands; band++) {
          keys[band][text] = (int) (ofText[band] >>> Integer.SIZE) | 1;
        }
      }
    }
    return keys;
  }

  private static boolean areNew(int[][] keys, int band, int one, int other) {
    for (int i = 0; i < band; i++) {
      if (keys[i][one] == keys[i][other]) {
        return false;
      }
    }
    return true;
  }

  private void compare(int text, int earlier) {
    view(text, one);
    view(earlier, other);
    if (copy.length != one.length) {
      copy = new byte[one.length];
    }
    System.arraycopy(one.bytes, one.offset, copy, 0, one.length);
    if (comparer.isNear(comparer.score(copy, other))) {
      near = ArrayUtil.grow(near, nearCount + 1);
      near[nearCount++] = (long) text << Integer.SIZE | earlier;
    }
  }

  private int hidden() {
    Arrays.sort(near, 0, nearCount);
    FixedBitSet hidden = new FixedBitSet(Math.max(1, count));
    for (int i = 0; i < nearCount; i++) {
      if (!hidden.get((int) near[i])) {
        hidden.set((int) (near[i] >>> Integer.SIZE));
      }
    }
    return hidden.cardinality();
  }
}
