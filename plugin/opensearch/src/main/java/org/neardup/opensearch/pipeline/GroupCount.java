// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.opensearch.groups.SketchMemory;
import org.neardup.opensearch.groups.SketchMemory.Taken;
import org.neardup.opensearch.pipeline.ShardState.Format;
import org.neardup.sketch.Bands;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.util.IntArray;
import org.opensearch.common.util.LongArray;
import org.opensearch.core.common.breaker.CircuitBreakingException;

/**
 * Counts the hits of a ranking that resemble no earlier one, as {@link DistinctHits} finds them,
 * but all at once: equal texts by their hash first, and what is left band by band, so that each
 * table is small. As there, two sketches that are near agree in at least one band.
 */
final class GroupCount implements Releasable {
  /** What a hit takes in tables, beside the keys of its bands. */
  private static final int BYTES_EACH = Long.BYTES + 9 * Integer.BYTES;

  private final List<PackedSketches> shards;
  private final SketchComparer comparer;
  private final SketchParameters parameters;
  private final BytesRef one = new BytesRef();
  private final BytesRef other = new BytesRef();
  private byte[] copy = {};
  private final Taken memory;

  /** A hit by its shard and its place there, which is below 2^32. */
  private final LongArray texts;

  private final IntArray table; // by hash: the number of a text and 1; 0 if there is none
  private int count; // of texts
  private int without; // a sketch
  private long[] near = new long[64]; // a later text and an earlier one
  private int nearCount;

  /** For so many hits at most. */
  private GroupCount(List<PackedSketches> shards, Format format, int most, SketchMemory memory) {
    this.shards = shards;
    ResemblanceRule rule = ResemblanceRule.sketch(format.threshold());
    comparer = new SketchComparer(format.parameters(), rule);
    int bands = comparer.mostDifferingSlots(comparer.leastEstimate()) + 1;
    int rows = format.parameters().format().slots() / bands;
    parameters = format.parameters().withBands(new Bands(bands, rows));
    this.memory = memory.takeSpare((long) most * (BYTES_EACH + bands * Integer.BYTES));
    texts = this.memory.longs(most);
    table = table(most);
  }

  /**
   * Counts the groups among hits of shards, whose sketches may not be comparable.
   *
   * @param hits the ranking, with the numbers of their shards
   * @param formats of the shards; null for those without sketches
   * @throws CircuitBreakingException if there is no memory for it
   */
  static int count(
      ScoreDoc[] hits, List<PackedSketches> shards, List<Format> formats, SketchMemory memory) {
    int all = 0;
    for (Format format : new HashSet<>(formats)) {
      ScoreDoc[] ofFormat =
          Arrays.stream(hits)
              .filter(hit -> Objects.equals(format, formats.get(hit.shardIndex)))
              .toArray(ScoreDoc[]::new);
      all += format == null ? ofFormat.length : count(ofFormat, shards, format, memory);
    }
    return all;
  }

  private static int count(
      ScoreDoc[] hits, List<PackedSketches> shards, Format format, SketchMemory memory) {
    int[] places = new int[shards.size()];
    try (GroupCount count = new GroupCount(shards, format, hits.length, memory)) {
      for (ScoreDoc hit : hits) {
        count.add(hit.shardIndex, places[hit.shardIndex]++);
      }
      return count.count();
    }
  }

  private IntArray table(int entries) {
    return memory.ints(Integer.highestOneBit(Math.max(1, entries)) * 4L);
  }

  private void add(int shard, int hit) {
    if (!shards.get(shard).view(hit, one)) {
      without++;
      return;
    }
    int slot = slot(SketchParameters.textHashKey(one.bytes, one.offset));
    while (table.get(slot) != 0) {
      view(table.get(slot) - 1, other);
      if (one.bytesEquals(other)) {
        return;
      }
      slot = (slot + 1) & ((int) table.size() - 1);
    }
    texts.set(count, (long) shard << Integer.SIZE | hit);
    table.set(slot, ++count);
  }

  private int slot(long key) {
    return (int) (key >>> Integer.SIZE) & ((int) table.size() - 1);
  }

  private void view(int text, BytesRef to) {
    long place = texts.get(text);
    shards.get((int) (place >>> Integer.SIZE)).view((int) place, to);
  }

  private int count() {
    int bands = parameters.bands().bands();
    IntArray keys = keys(bands);
    IntArray latest = table(count);
    IntArray earlier = memory.ints(count);
    for (int band = 0; band < bands; band++) {
      latest.fill(0, latest.size(), 0);
      for (int text = 0; text < count; text++) {
        int key = keys.get(place(band, text));
        if (key != 0) {
          int chain = key & ((int) latest.size() - 1);
          for (int next = latest.get(chain); next != 0; next = earlier.get(next - 1)) {
            if (keys.get(place(band, next - 1)) == key && areNew(keys, band, text, next - 1)) {
              compare(text, next - 1);
            }
          }
          earlier.set(text, latest.get(chain));
          latest.set(chain, text + 1);
        }
      }
    }
    return without + count - hidden();
  }

  /** By band and text; 0 for those of too few elements, which are compared with the same alone. */
  private IntArray keys(int bands) {
    IntArray keys = memory.ints((long) bands * count);
    long[] ofText = new long[bands];
    for (int text = 0; text < count; text++) {
      view(text, one);
      if (SketchValue.elements(one.bytes, one.offset) >= parameters.minElements()) {
        int slots = one.offset + SketchValue.SLOTS_OFFSET;
        parameters.bands().keys(parameters.format().packing(), one.bytes, slots, ofText);
        for (int band = 0; band < bands; band++) {
          keys.set(place(band, text), (int) (ofText[band] >>> Integer.SIZE) | 1);
        }
      }
    }
    return keys;
  }

  private long place(int band, int text) {
    return (long) band * count + text;
  }

  private boolean areNew(IntArray keys, int band, int one, int other) {
    for (int i = 0; i < band; i++) {
      if (keys.get(place(i, one)) == keys.get(place(i, other))) {
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

  @Override
  public void close() {
    memory.close();
  }
}
