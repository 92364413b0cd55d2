// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Arrays;
import java.util.Iterator;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Longs;
import org.neardup.spark.blocks.Order;
import org.neardup.spark.blocks.Outbox;

/**
 * Buckets of texts that share a band key: each text is compared with those before it. A pair is
 * given where the first band that both share compares it, so it is given once. For one thread.
 *
 * <p>A record is a text's number, fingerprint and sketch, the number of its rows, and of each the
 * key, and band and role.
 */
final class BucketPartition {
  static final int ROLE_BITS = 2;

  /** To be compared with columns of smaller numbers. */
  static final int ROW = 1;

  /** To be compared with rows of larger numbers. */
  static final int COLUMN = 2;

  private final SketchComparison comparison;
  private final HotKeys hot;
  private final int leastAgreeing;
  private final int sketchBytes;

  /** By text, in the order in which they came. */
  private final long[] prints;

  private final byte[] sketches;

  /** By row, in the order of keys and numbers of texts. */
  private final long[] keys;

  private final long[] numbers;
  private final int[] texts;
  private final int[] rolesAndBands;

  private final long[] keysOfRow;
  private final long[] keysOfColumn;
  private final TextPair pair = new TextPair();
  private int start;

  private BucketPartition(BlockReader in, SparkSettings settings, HotKeys hot) {
    this.hot = hot;
    comparison = settings.comparison();
    leastAgreeing = comparison.leastAgreeing();
    sketchBytes = comparison.packing().bytes();
    keysOfRow = new long[comparison.bands().bands()];
    keysOfColumn = new long[comparison.bands().bands()];
    Longs readPrints = new Longs();
    Longs readKeys = new Longs();
    Longs readNumbers = new Longs();
    Longs readTexts = new Longs();
    Longs readRoles = new Longs();
    BlockWriter packed = new BlockWriter();
    while (in.hasNext()) {
      long number = in.getLong();
      int text = readPrints.size();
      readPrints.add(in.getLong());
      in.copy(sketchBytes, packed);
      for (int left = in.getInt(); left > 0; left--) {
        readKeys.add(in.getLong());
        readNumbers.add(number);
        readTexts.add(text);
        readRoles.add(in.getInt());
      }
    }
    prints = readPrints.toArray();
    sketches = packed.take();
    keys = readKeys.toArray();
    numbers = readNumbers.toArray();
    int[] rows = Order.of(keys, numbers, keys.length);
    texts = Arrays.stream(rows).map(row -> (int) readTexts.get(row)).toArray();
    rolesAndBands = Arrays.stream(rows).map(row -> (int) readRoles.get(row)).toArray();
  }

  /** The candidates of a partition, as {@link TextPair}s. */
  static Iterator<byte[]> compare(Iterator<byte[]> blocks, SparkSettings settings, HotKeys hot) {
    BucketPartition partition = new BucketPartition(new BlockReader(blocks), settings, hot);
    return Outbox.blocks(partition::compareNext);
  }

  private boolean compareNext(Outbox out) {
    if (start == keys.length) {
      return false;
    }
    int end = start + 1;
    while (end < keys.length && keys[end] == keys[start]) {
      compareWithEarlier(end, out);
      end++;
    }
    start = end;
    return true;
  }

  private void compareWithEarlier(int row, Outbox out) {
    if ((rolesAndBands[row] & ROW) == 0) {
      return;
    }
    for (int column = start; column < row; column++) {
      if ((rolesAndBands[column] & COLUMN) != 0) {
        int agreeing =
            comparison.packing().agreeing(sketches, sketch(row), sketches, sketch(column));
        if (agreeing >= leastAgreeing && isFirst(row, column)) {
          write(row, column, agreeing, out);
        }
      }
    }
  }

  private int sketch(int row) {
    return texts[row] * sketchBytes;
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
                sketches,
                sketch(row),
                sketches,
                sketch(column),
                comparison.bands().rows(),
                comparison.bands().bands());
    if (first == band || hot.isEmpty()) {
      return first == band;
    }
    comparison.keys(sketches, sketch(row), keysOfRow);
    comparison.keys(sketches, sketch(column), keysOfColumn);
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
