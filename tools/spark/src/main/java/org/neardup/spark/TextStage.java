// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongHashSet;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
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
    return quantiles(sorted.length, partitions).mapToObj(i -> sorted[i]).toArray(byte[][]::new);
  }

  private static Iterator<Tuple2<Integer, byte[]>> toRanges(BlockReader in, byte[][] bounds) {
    return Outbox.drain(
        bounds.length + 1,
        Exchange.each(in, new DocumentEntry()::read),
        (document, out) -> document.write(out.to(range(document.sortKey, bounds))));
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
    return Outbox.blocks(
        IntStream.range(0, documents.size()).iterator(),
        (place, out) -> {
          DocumentEntry document = documents.get(place);
          document.number = (long) range << RANGE_BITS | place;
          document.sortKey = DocumentEntry.NONE;
          document.write(out.to(0));
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
    LongHashSet sent = new LongHashSet();
    return Outbox.drain(
        partitions,
        Exchange.each(in, new DocumentEntry()::read),
        (document, out) -> {
          if (!sent.add(document.print)) {
            document.sketch = DocumentEntry.NONE;
          }
          document.write(out.to(Exchange.home(document.print, partitions)));
        });
  }

  /**
   * Counts texts.
   *
   * @param texts how many there are
   * @param hasHosts whether a document is of a host
   * @param sample some of their numbers
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Tally(long texts, boolean hasHosts, long[] sample) implements Serializable {
    private static final int SAMPLES = 200;

    static Tally of(TextPartition texts) {
      int step = texts.size() / SAMPLES + 1;
      LongStream sample =
          IntStream.iterate(0, text -> text < texts.size(), text -> text + step)
              .mapToLong(texts::number);
      return new Tally(texts.size(), texts.hasHosts(), sample.toArray());
    }

    Tally plus(Tally other) {
      LongStream both = LongStream.concat(Arrays.stream(sample), Arrays.stream(other.sample));
      return new Tally(texts + other.texts, hasHosts || other.hasHosts, both.toArray());
    }

    /** Numbers between which there are about as many texts, ascending, each once. */
    long[] bounds(int partitions) {
      long[] sorted = Arrays.stream(sample).sorted().toArray();
      return quantiles(sorted.length, partitions).mapToLong(i -> sorted[i]).distinct().toArray();
    }
  }

  /** Places in a sorted sample that divide it into so many parts of about the same size. */
  private static IntStream quantiles(int size, int parts) {
    return IntStream.range(size > 0 ? 1 : parts, parts).map(i -> (int) ((long) i * size / parts));
  }
}
