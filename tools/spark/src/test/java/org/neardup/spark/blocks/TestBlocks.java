// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** What is packed is read again, in order or from its place. */
public class TestBlocks {
  private final Random random = new Random(41);

  @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
  private record Entry(long number, int count, byte flag, double share, String name, byte[] data) {
    static Entry any(Random random) {
      byte[] data = new byte[random.nextInt(200)];
      random.nextBytes(data);
      StringBuilder name = new StringBuilder();
      for (int left = random.nextInt(20); left > 0; left--) {
        name.appendCodePoint(random.nextInt(0xD800));
      }
      return new Entry(
          random.nextLong(),
          random.nextInt(),
          (byte) random.nextInt(),
          random.nextGaussian(),
          name.toString(),
          data);
    }

    void write(BlockWriter out) {
      out.putLong(number).putInt(count).putByte(flag).putDouble(share);
      out.putString(name).putCounted(data);
    }

    void assertNext(BlockReader in) {
      assertTrue(in.hasNext());
      assertEquals(number, in.getLong());
      assertEquals(count, in.getInt());
      assertEquals(flag, in.getByte());
      assertEquals(share, in.getDouble(), 0);
      assertEquals(name, in.getString());
      assertArrayEquals(data, in.getCounted());
    }
  }

  private byte[] pack(List<Entry> entries) {
    BlockWriter out = new BlockWriter(1 + random.nextInt(100));
    entries.forEach(each -> each.write(out));
    byte[] packed = out.take();
    assertEquals(0, out.size());
    return packed;
  }

  private List<Entry> entries(int count) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      entries.add(Entry.any(random));
    }
    return entries;
  }

  @Test
  public void testRecordsOfSeveralBlocksFollowEachOther() {
    List<byte[]> blocks = new ArrayList<>();
    List<Entry> all = new ArrayList<>();
    for (int count : new int[] {0, 3, 0, 0, 50, 1}) {
      List<Entry> entries = entries(count);
      all.addAll(entries);
      blocks.add(pack(entries));
    }
    BlockReader in = new BlockReader(blocks.iterator());
    all.forEach(each -> each.assertNext(in));
    assertFalse(in.hasNext());
  }

  @Test
  public void testRecordsAreFoundByTheirPlaces() {
    List<Entry> first = entries(20);
    List<Entry> second = entries(20);
    BlockReader in = new BlockReader(pack(first), new byte[0], pack(second));
    List<Entry> all = new ArrayList<>(first);
    all.addAll(second);
    List<Long> places = new ArrayList<>();
    for (Entry each : all) {
      assertTrue(in.hasNext());
      places.add(in.place());
      each.assertNext(in);
    }
    for (int i = all.size() - 1; i >= 0; i--) {
      all.get(i).assertNext(in.seek(places.get(i)));
    }
    assertEquals(2, BlockReader.block(places.getLast()));
  }

  @Test
  public void testWhatIsTakenIsNotWrittenTo() {
    BlockWriter out = new BlockWriter(Long.BYTES);
    byte[] taken = out.putLong(1).take(); // just as long as the array
    out.putLong(2);
    assertEquals(1, new BlockReader(taken).getLong());
    assertArrayEquals(new byte[] {2, 0, 0, 0, 0, 0, 0, 0}, out.take()); // little-endian
  }

  @Test
  public void testPartsAreSkipped() {
    BlockReader in = new BlockReader(new byte[] {1, 2, 3, 4, 5, 6});
    assertArrayEquals(new byte[] {5, 6}, in.skip(4).getBytes(2));
  }

  @Test
  public void testRowsAreSortedByTwoNumbers() {
    for (int count : new int[] {0, 1, 2, 17, 5_000}) {
      long[] first = random.longs(count, -20, 20).toArray();
      long[] second = random.longs(count, -20, 20).toArray();
      long[] a = first.clone();
      long[] b = second.clone();
      int[] rows = Order.of(a, b, count);
      assertEquals(count, Arrays.stream(rows).distinct().count());
      for (int i = 0; i < count; i++) {
        assertEquals(first[rows[i]], a[i]);
        assertEquals(second[rows[i]], b[i]);
        assertTrue(i == 0 || a[i - 1] < a[i] || (a[i - 1] == a[i] && b[i - 1] <= b[i]));
      }
    }
  }
}
