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
import org.neardup.internal.sketch.SlotPacking;
import org.neardup.opensearch.groups.SketchMemory;
import org.neardup.opensearch.groups.SketchMemory.Taken;
import org.neardup.opensearch.pipeline.ShardState.Format;
import org.opensearch.core.common.breaker.CircuitBreakingException;

/**
 * Counts the hits of a ranking that resemble no earlier one, as {@link DistinctHits} finds them,
 * but all at once: equal texts by their hash first, and what is left by {@link NearSketchPairs}.
 */
final class GroupCount implements NearSketchPairs.Sketches {
  /** What a hit takes: up to four entries of the table, itself, and what finds its pairs. */
  private static final int BYTES_EACH = 5 * Integer.BYTES + NearSketchPairs.BYTES_EACH;

  private final PackedSketches[] shards;
  private final SketchComparer comparer;
  private final int minElements;
  private final int mostDiffering; // slots of near-duplicates
  private final SlotPacking packing;
  private final int placeBits;
  private final int[] table; // by hash: the number of a text and 1; 0 if there is none
  private final int[] texts; // each by the first hit that has it: its shard and its place there
  private final BytesRef one = new BytesRef();
  private final BytesRef other = new BytesRef();
  private byte[] copy = {};
  private int copied = -1; // the text that it is of
  private int count; // of texts
  private int alone; // hits without a sketch, and texts too short to resemble others
  private long[] near = new long[64]; // a later text and an earlier one
  private int nearCount;

  /** For so many hits at most. */
  private GroupCount(List<PackedSketches> shards, Format format, int most) {
    this.shards = shards.toArray(PackedSketches[]::new);
    minElements = format.parameters().minElements();
    packing = format.parameters().format().packing();
    comparer = new SketchComparer(format.parameters(), ResemblanceRule.sketch(format.threshold()));
    mostDiffering = comparer.mostDifferingSlots(comparer.leastEstimate());
    int longest = shards.stream().mapToInt(PackedSketches::size).max().orElse(0);
    placeBits = Integer.SIZE - Integer.numberOfLeadingZeros(longest);
    table = new int[Integer.highestOneBit(Math.max(1, most)) * 4];
    texts = new int[most];
  }

  /**
   * Counts the groups among the first hits of a ranking, whose sketches may not be comparable.
   *
   * @param ranking with the numbers of their shards
   * @param end how many of them
   * @param formats of the shards; null for those without sketches
   * @throws CircuitBreakingException if there is no memory for it
   */
  static int count(
      ScoreDoc[] ranking,
      int end,
      List<PackedSketches> shards,
      List<Format> formats,
      SketchMemory memory) {
    int all = 0;
    for (Format format : new HashSet<>(formats)) {
      boolean[] isOfFormat = new boolean[shards.size()];
      for (int i = 0; i < isOfFormat.length; i++) {
        isOfFormat[i] = Objects.equals(format, formats.get(i));
      }
      int hits = 0;
      for (int i = 0; i < end; i++) {
        hits += isOfFormat[ranking[i].shardIndex] ? 1 : 0;
      }
      all += format == null ? hits : count(ranking, end, isOfFormat, hits, shards, format, memory);
    }
    return all;
  }

  private static int count(
      ScoreDoc[] ranking,
      int end,
      boolean[] isOfFormat,
      int hits,
      List<PackedSketches> shards,
      Format format,
      SketchMemory memory) {
    Taken taken = memory.takeSpare((long) hits * BYTES_EACH);
    try {
      GroupCount counter = new GroupCount(shards, format, hits);
      int[] places = new int[shards.size()];
      for (int i = 0; i < end; i++) {
        int shard = ranking[i].shardIndex;
        if (isOfFormat[shard]) {
          counter.add(shard, places[shard]++);
        }
      }
      return counter.count();
    } finally {
      taken.close();
    }
  }

  private void add(int shard, int hit) {
    if (!shards[shard].view(hit, one)) {
      alone++;
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
    texts[count] = shard << placeBits | hit;
    table[slot] = ++count;
  }

  private int slot(long key) {
    return (int) (key >>> Integer.SIZE) & (table.length - 1);
  }

  private void view(int text, BytesRef to) {
    int place = texts[text];
    shards[place >>> placeBits].view(place & ((1 << placeBits) - 1), to);
  }

  private int count() {
    int all = count;
    count = 0;
    for (int text = 0; text < all; text++) {
      view(text, one);
      if (SketchValue.elements(one.bytes, one.offset) < minElements) {
        alone++;
      } else {
        texts[count++] = texts[text];
      }
    }
    new NearSketchPairs(count, mostDiffering, packing.slots(), this, table).find();
    return alone + count - hidden();
  }

  @Override
  public void readPart(int text, int part, long[] to, int at) {
    view(text, one);
    packing.readPart(one.bytes, one.offset + SketchValue.SLOTS_OFFSET, part, to, at);
  }

  @Override
  public void compare(int text, int earlier) {
    if (copied != text) {
      view(text, one);
      if (copy.length != one.length) {
        copy = new byte[one.length];
      }
      System.arraycopy(one.bytes, one.offset, copy, 0, one.length);
      copied = text;
    }
    view(earlier, other);
    int slots = SketchValue.SLOTS_OFFSET;
    int agreeing = packing.agreeing(copy, slots, other.bytes, other.offset + slots);
    if (packing.slots() - agreeing <= mostDiffering
        && comparer.isNear(comparer.score(copy, other))) {
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
