// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.group;

import java.util.Arrays;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestFairShares extends LuceneTestCase {
  public void testThoseThatWantLeastGetAll() {
    assertArrayEquals(new long[] {3, 0, 4, 3}, FairShares.of(new long[] {3, 0, 100, 3}, 10));
    assertArrayEquals(new long[] {34, 33, 33}, FairShares.of(new long[] {50, 90, 70}, 100));
    assertArrayEquals(new long[] {5, 7}, FairShares.of(new long[] {5, 7}, 12));
    assertArrayEquals(new long[] {0, 0}, FairShares.of(new long[] {5, 7}, 0));
    assertArrayEquals(new long[0], FairShares.of(new long[0], 12));
  }

  public void testLaws() {
    for (int round = 0; round < 1000; round++) {
      long[] wanted = new long[1 + random().nextInt(10)];
      Arrays.setAll(wanted, i -> random().nextInt(random().nextBoolean() ? 5 : 1000));
      long all = random().nextInt(2000);
      long[] shares = FairShares.of(wanted, all);
      assertEquals(Math.min(all, Arrays.stream(wanted).sum()), Arrays.stream(shares).sum());
      long most = Arrays.stream(shares).max().getAsLong();
      for (int i = 0; i < wanted.length; i++) {
        assertTrue(shares[i] <= wanted[i]);
        assertTrue(
            "all it wants, or as much as any", shares[i] == wanted[i] || shares[i] >= most - 1);
      }
    }
  }
}
