// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongHashSet;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import org.neardup.tools.cluster.config.ClusterConfig;
import scala.Tuple2;

/** From documents to texts: copies become one before anything else is done. */
final class TextStage {
  /** Bits of a number for the documents of one range. */
  private static final int RANGE_BITS = 40;

  private static final StructType SORTABLE =
      new StructType()
          .add("key", DataTypes.BinaryType, false)
          .add("document", DataTypes.BinaryType, false);

  private TextStage() {}

  /** Gives documents their numbers, by the keys that they sort by. */
  static JavaRDD<byte[]> numbered(SparkSession spark, JavaRDD<byte[]> documents, int partitions) {
    JavaRDD<Row> rows =
        documents.mapPartitions(
            blocks ->
                Exchange.each(
                    Exchange.each(new BlockReader(blocks), new DocumentEntry()::read),
                    TextStage::sortable));
    return spark
        .createDataFrame(rows, SORTABLE)
        .repartitionByRange(partitions, functions.col("key"))
        .sortWithinPartitions("key")
        .javaRDD()
        .mapPartitionsWithIndex(TextStage::number, true);
  }

  private static Row sortable(DocumentEntry document) {
    byte[] key = document.sortKey;
    document.sortKey = DocumentEntry.NONE;
    BlockWriter packed = new BlockWriter();
    document.write(packed);
    return RowFactory.create(key, packed.take());
  }

  private static Iterator<byte[]> number(int range, Iterator<Row> sorted) {
    AtomicLong next = new AtomicLong((long) range << RANGE_BITS);
    return Outbox.blocks(
        sorted,
        (row, out) -> {
          DocumentEntry document = new DocumentEntry().read(new BlockReader(row.<byte[]>getAs(1)));
          document.number = next.getAndIncrement();
          document.write(out.to(0));
        });
  }

  /** Brings documents with the same text together; a task sends the sketch of a text once. */
  static JavaRDD<TextPartition> of(
      JavaRDD<byte[]> numbered, ClusterConfig settings, int partitions) {
    JavaRDD<byte[]> arrived =
        Exchange.of(
            numbered.mapPartitions(blocks -> toHomes(new BlockReader(blocks), partitions)),
            partitions);
    return arrived.mapPartitions(
        blocks ->
            Exchange.only(TextPartition.of(blocks, new SketchComparison(settings).packing())));
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
      return IntStream.range(sorted.length > 0 ? 1 : partitions, partitions)
          .mapToLong(i -> sorted[(int) ((long) i * sorted.length / partitions)])
          .distinct()
          .toArray();
    }
  }
}
