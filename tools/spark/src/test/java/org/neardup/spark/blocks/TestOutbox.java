// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.Test;
import org.neardup.spark.input.LocalSpark;
import scala.Tuple2;

/** Each record arrives once, in the partition that it was sent to. */
public class TestOutbox {
  private static final int BYTES = 1 << 10;

  /** Sends numbers, each with as many more bytes as make a kilobyte. */
  private static Iterator<Tuple2<Integer, byte[]>> send(Iterator<Long> numbers, int partitions) {
    byte[] filling = new byte[BYTES - Long.BYTES];
    return Outbox.drain(
        partitions,
        numbers,
        (number, out) -> {
          BlockWriter to = out.to(Exchange.home(number, partitions));
          to.putLong(number).putBytes(filling, 0, filling.length);
        });
  }

  private static List<Long> read(Iterator<byte[]> blocks) {
    List<Long> numbers = new ArrayList<>();
    for (BlockReader in = new BlockReader(blocks); in.hasNext(); in.skip(BYTES - Long.BYTES)) {
      numbers.add(in.getLong());
    }
    return numbers;
  }

  @Test
  public void testMemoryDoesNotGrowWithTheTask() {
    Iterator<Long> numbers = LongStream.range(0, 10_000).iterator();
    Iterator<Tuple2<Integer, byte[]>> sent = send(numbers, 3);
    TreeSet<Long> seen = new TreeSet<>();
    int most = 0;
    while (sent.hasNext()) {
      Tuple2<Integer, byte[]> block = sent.next();
      most = Math.max(most, block._2().length);
      for (long number : read(List.of(block._2()).iterator())) {
        assertEquals((int) block._1(), Exchange.home(number, 3));
        assertTrue("once", seen.add(number));
      }
    }
    assertEquals(10_000, seen.size());
    assertTrue("bytes: " + most, most <= (1 << 20) + BYTES); // of ten megabytes
    assertThrows(NoSuchElementException.class, sent::next);
  }

  @Test
  public void testNothingIsSentOfNothing() {
    assertFalse(send(Collections.emptyIterator(), 5).hasNext());
    assertFalse(Outbox.blocks(List.of(1, 2).iterator(), (number, out) -> {}).hasNext());
  }

  @Test
  public void testHomesAreEven() {
    int[] sizes = new int[7];
    for (long number = 0; number < 70_000; number++) {
      sizes[Exchange.home(number, sizes.length)]++;
    }
    for (int size : sizes) {
      assertEquals(10_000, size, 500);
    }
    assertEquals(0, Exchange.home(-1, 1));
  }

  @Test
  public void testAnExchangeBringsAllHome() {
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext());
    List<Long> all = LongStream.range(0, 5_000).boxed().toList();
    JavaRDD<byte[]> arrived =
        Exchange.of(context.parallelize(all, 4).mapPartitions(each -> send(each, 6)), 6);
    assertEquals(6, arrived.getNumPartitions());
    List<List<Long>> partitions =
        arrived.mapPartitions(blocks -> Exchange.only(read(blocks))).collect();
    IntStream.range(0, 6)
        .forEach(
            home ->
                partitions
                    .get(home)
                    .forEach(number -> assertEquals(home, Exchange.home(number, 6))));
    assertEquals(all, partitions.stream().flatMap(List::stream).sorted().toList());
  }
}
