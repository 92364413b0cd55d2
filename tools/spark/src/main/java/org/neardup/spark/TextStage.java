// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import org.neardup.tools.cluster.sort.LongInterner;
import scala.Tuple2;

/** From documents to texts: copies become one before anything else is done. */
final class TextStage {
  /** Bits of a number for the documents of one range. */
  private static final int RANGE_BITS = 40;

  private TextStage() {}

  /** Gives documents their numbers, by the ranges of the keys that they sort by. */
  static JavaRDD<byte[]> numbered(JavaRDD<byte[]> documents, List<byte[]> sample, int partitions) {
    byte[][] bounds = bounds(sample, partitions);
    JavaRDD<byte[]> ranges =
        Exchange.of(
            documents.mapPartitions(blocks -> toRanges(new BlockReader(blocks), bounds)),
            bounds.length + 1);
    return ranges.mapPartitionsWithIndex(
        (range, blocks) -> number(range, new BlockReader(blocks)), true);
  }

  /** Some of the keys, in order, so that about the same number of documents lies between them. */
  private static byte[][] bounds(List<byte[]> sample, int partitions) {
    byte[][] sorted = sample.toArray(byte[][]::new);
    Arrays.sort(sorted, Arrays::compareUnsigned);
    List<byte[]> bounds = new ArrayList<>();
    for (int i = 1; i < partitions && sorted.length > 0; i++) {
      bounds.add(sorted[(int) ((long) i * sorted.length / partitions)]);
    }
    return bounds.toArray(byte[][]::new);
  }

  private static Iterator<Tuple2<Integer, byte[]>> toRanges(BlockReader in, byte[][] bounds) {
    DocumentEntry document = new DocumentEntry();
    return Outbox.drain(
        bounds.length + 1,
        out -> {
          if (!in.hasNext()) {
            return false;
          }
          document.read(in).write(out.to(range(document.sortKey, bounds)));
          return true;
        });
  }

  /** How many bounds are at most the key. */
  private static int range(byte[] key, byte[][] bounds) {
    int from = 0;
    int to = bounds.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (Arrays.compareUnsigned(bounds[middle], key) <= 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private static Iterator<byte[]> number(int range, BlockReader in) {
    List<DocumentEntry> documents = new ArrayList<>();
    while (in.hasNext()) {
      documents.add(new DocumentEntry().read(in));
    }
    documents.sort((a, b) -> Arrays.compareUnsigned(a.sortKey, b.sortKey));
    int[] next = {0};
    return Outbox.blocks(
        out -> {
          if (next[0] == documents.size()) {
            return false;
          }
          DocumentEntry document = documents.get(next[0]);
          document.number = (long) range << RANGE_BITS | next[0]++;
          document.sortKey = DocumentEntry.NONE;
          document.write(out.to(0));
          return true;
        });
  }

  /** Brings documents with the same text together; a task sends the sketch of a text once. */
  static JavaRDD<TextPartition> of(
      JavaRDD<byte[]> numbered, SparkSettings settings, int partitions) {
    JavaRDD<byte[]> arrived =
        Exchange.of(
            numbered.mapPartitions(blocks -> toHomes(new BlockReader(blocks), partitions)),
            partitions);
    return arrived.mapPartitions(
        blocks -> Exchange.only(TextPartition.of(blocks, settings.comparison().packing())));
  }

  private static Iterator<Tuple2<Integer, byte[]>> toHomes(BlockReader in, int partitions) {
    DocumentSpan document = new DocumentSpan();
    LongInterner sent = new LongInterner();
    return Outbox.drain(
        partitions,
        out -> {
          if (!in.hasNext()) {
            return false;
          }
          document.read(in);
          int known = sent.size();
          boolean isNew = sent.number(document.print) == known;
          document.copy(in, isNew, out.to(Exchange.home(document.print, partitions)));
          return true;
        });
  }
}
