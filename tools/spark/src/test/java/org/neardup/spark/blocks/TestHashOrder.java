// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import static org.junit.Assert.assertArrayEquals;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.Test;

/** Hashes sorted by their leading bits stand as if they had been compared. */
public class TestHashOrder {
  private final Random random = new Random(26);

  private void check(long[] hashes) {
    int[] places =
        IntStream.range(0, hashes.length)
            .boxed()
            .sorted(Comparator.comparingLong(i -> hashes[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    long[] sorted = IntStream.of(places).mapToLong(i -> hashes[i]).toArray();
    long[] given = hashes.clone();
    assertArrayEquals(places, HashOrder.of(given));
    assertArrayEquals(sorted, given);
  }

  @Test
  public void anyNumberOfHashes() {
    for (int size : new int[] {0, 1, 2, 3, 100, 5_000, 200_000}) {
      check(random.longs(size).toArray());
    }
  }

  @Test
  public void equalHashesKeepTheirOrder() {
    long[] few = {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE, random.nextLong()};
    check(random.ints(3_000, 0, few.length).mapToLong(i -> few[i]).toArray());
  }

  @Test
  public void hashesThatShareTheirLeadingBits() {
    long leading = random.nextLong() << 20;
    check(random.longs(500, 0, 1 << 20).map(low -> leading | low).toArray());
  }
}
