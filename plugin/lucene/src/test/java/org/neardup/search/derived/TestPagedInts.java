// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Finds marked numbers as one look-up after another would. */
public class TestPagedInts extends LuceneTestCase {
  public void testMarkedPositions() {
    Random random = random();
    int positions = 64 * (1 + random.nextInt(100)); // several pages
    PagedInts.Builder draft = new PagedInts.Builder(PagedInts.EMPTY);
    for (int position = 0; position < positions; position++) {
      if (random.nextInt(4) > 0) {
        draft.set(position, 1 + random.nextInt(50));
      }
    }
    PagedInts numbers = draft.finish();
    byte[] marks = new byte[51];
    for (int number = 0; number < marks.length; number++) {
      marks[number] = (byte) random.nextInt(2);
    }
    for (int word = 0; word < positions / 64; word++) {
      long some = 0;
      long expected = 0;
      for (int at = 0; at < 64; at++) {
        int number = numbers.get(64 * word + at);
        if (number != 0 && random.nextBoolean()) {
          some |= 1L << at;
          expected |= (long) marks[number] << at;
        }
      }
      assertEquals(expected, numbers.marked(word, some, marks));
    }
    assertEquals(0, numbers.marked(positions, 0, marks)); // beyond all pages
  }
}
