// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.Order;
import org.neardup.spark.blocks.Outbox;
import org.neardup.tools.cluster.config.ClusterConfig;

/**
 * Buckets of texts that share a band key: each text is compared with those before it. A pair is
 * given where the first band that both share compares it, so it is given once. For one thread.
 *
 * <p>A record is a text's number, fingerprint and sketch, the bytes of its rows, and of each the
 * key, and band and role.
 */
final class BucketPartition {
  static final int ROLE_BITS = 2;

  /** To be compared with columns of smaller numbers. */
  static final int ROW = 1;

  /** To be compared with rows of larger numbers. */
  static final int COLUMN = 2;

  private static final int ROW_BYTES = Long.BYTES + Integer.BYTES;

  private final SketchComparison comparison;
  private final HotKeys hot;
  private final int leastAgreeing;

  /** As they came. */
  private final byte[][] blocks;

  /** By text, in the order in which they came. */
  private final long[] prints;

  /** Where sketches begin in the blocks. */
  private final long[] sketches;

  /** By row, in the order of keys and numbers of texts. */
  private final long[] keys;

  private final long[] numbers;
  private final int[] texts;
  private final int[] rolesAndBands;

  private final TextPair pair = new TextPair();

  /** Where the bucket begins that is being compared. */
  private int start;

  private BucketPartition(byte[][] blocks, ClusterConfig settings, HotKeys hot) {
    this.blocks = blocks;
    this.hot = hot;
    comparison = new SketchComparison(settings);
    leastAgreeing = comparison.leastAgreeing();
    Arrived arrived = new Arrived();
    for (BlockReader in = new BlockReader(blocks); in.hasNext(); ) {
      arrived.read(in, comparison.packing().bytes());
    }
    prints = arrived.prints.toArray();
    sketches = arrived.sketches.toArray();
    keys = arrived.keys.toArray();
    numbers = arrived.numbers.toArray();
    int[] rows = Order.of(keys, numbers, keys.length);
    texts = Order.intsAt(arrived.texts, rows);
    rolesAndBands = Order.intsAt(arrived.rolesAndBands, rows);
  }

  /** The same in the order in which it came. */
  private static final class Arrived {
    private final LongArrayList prints = new LongArrayList();
    private final LongArrayList sketches = new LongArrayList();
    private final LongArrayList keys = new LongArrayList();
    private final LongArrayList numbers = new LongArrayList();
    private final LongArrayList texts = new LongArrayList();
    private final LongArrayList rolesAndBands = new LongArrayList();

    /** Reads a record. */
    void read(BlockReader in, int sketchBytes) {
      long number = in.getLong();
      int text = prints.size();
      prints.add(in.getLong());
      sketches.add(in.place());
      in.skip(sketchBytes);
      for (int left = in.getInt() / ROW_BYTES; left > 0; left--) {
        keys.add(in.getLong());
        numbers.add(number);
        texts.add(text);
        rolesAndBands.add(in.getInt());
      }
    }
  }

  /** The candidates of a partition, as {@link TextPair}s. */
  static Iterator<byte[]> compare(Iterator<byte[]> arriving, ClusterConfig settings, HotKeys hot) {
    BucketPartition partition = new BucketPartition(BlockReader.blocks(arriving), settings, hot);
    return Outbox.blocks(
        IntStream.range(0, partition.keys.length).iterator(), partition::compareWithEarlier);
  }

  private void compareWithEarlier(int row, Outbox out) {
    if (keys[row] != keys[start]) {
      start = row;
    }
    if ((rolesAndBands[row] & ROW) == 0) {
      return;
    }
    for (int column = start; column < row; column++) {
      if ((rolesAndBands[column] & COLUMN) != 0) {
        int agreeing =
            comparison.packing().agreeing(block(row), sketch(row), block(column), sketch(column));
        if (agreeing >= leastAgreeing && isFirst(row, column)) {
          write(row, column, agreeing, out);
        }
      }
    }
  }

  /** The block that has the sketch of a row. */
  private byte[] block(int row) {
    return blocks[BlockReader.block(sketches[texts[row]])];
  }

  /** Where the sketch of a row begins in its block. */
  private int sketch(int row) {
    return BlockReader.offset(sketches[texts[row]]);
  }

  /** Whether no earlier band has both texts in a bucket that compares them. */
  private boolean isFirst(int row, int column) {
    int band = rolesAndBands[row] >>> ROLE_BITS;
    if (band == 0) {
      return true;
    }
    int first =
        comparison
            .packing()
            .firstAgreeingRun(
                block(row),
                sketch(row),
                block(column),
                sketch(column),
                comparison.bands().rows(),
                comparison.bands().bands());
    if (first == band || hot.buckets().isEmpty()) {
      return first == band;
    }
    long[] keysOfRow = comparison.keys(block(row), sketch(row));
    long[] keysOfColumn = comparison.keys(block(column), sketch(column));
    for (int earlier = first; earlier < band; earlier++) {
      if (keysOfRow[earlier] == keysOfColumn[earlier]
          && hot.compares(keysOfRow[earlier], numbers[column])) {
        return false;
      }
    }
    return true;
  }

  private void write(int row, int column, int agreeing, Outbox out) {
    pair.later = numbers[row];
    pair.laterPrint = prints[texts[row]];
    pair.earlier = numbers[column];
    pair.earlierPrint = prints[texts[column]];
    comparison.decide(pair, agreeing);
    pair.write(out.to(0));
  }
}
