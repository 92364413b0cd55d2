// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.ByteArrayInputStream;
import java.util.Arrays;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What is read again is what was there, however far the stream went meanwhile. */
public class TestRewindStream extends LuceneTestCase {
  public void testAllPlacesHoldTheirBytes() throws Exception {
    byte[] content = new byte[2_000_000];
    random().nextBytes(content);
    int reach = RewindStream.LEAST_BYTES + random().nextInt(300_000);
    RewindStream in = new RewindStream(new ByteArrayInputStream(content), reach);
    long place = 0;
    long mark = 0;
    long read = 0;
    while (in.has(1)) {
      assertEquals(place, in.place());
      assertEquals(Byte.toUnsignedInt(content[(int) place]), in.peek(0));
      byte[] some = in.readNBytes(1 + random().nextInt(random().nextBoolean() ? 100 : 50_000));
      int end = (int) place + some.length;
      assertTrue(Arrays.equals(content, (int) place, end, some, 0, some.length));
      place = end;
      read = Math.max(read, place);
      if (random().nextInt(4) == 0) {
        in.mark();
        mark = place;
      } else if (random().nextInt(4) == 0) {
        boolean isNear = random().nextBoolean() || read - mark > reach;
        long near = Math.max(0, read - random().nextInt(RewindStream.LEAST_BYTES));
        place = Math.min(place, isNear ? near : mark);
        in.moveTo(place);
      }
    }
    assertEquals(content.length, place);
    assertEquals(-1, in.read());
  }
}
