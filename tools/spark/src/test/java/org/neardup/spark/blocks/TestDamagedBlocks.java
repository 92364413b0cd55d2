// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.junit.Test;

/** A block that is cut off, or has a length in it that was not written, is refused and said so. */
public class TestDamagedBlocks {
  private static final List<Function<BlockReader, Object>> VALUES =
      List.of(
          BlockReader::getLong,
          BlockReader::getInt,
          BlockReader::getByte,
          BlockReader::getDouble,
          BlockReader::getCounted,
          BlockReader::getString,
          in -> in.getBytes(5),
          in -> in.skip(5));

  private static byte[] written(int value) {
    BlockWriter out = new BlockWriter();
    switch (value) {
      case 0 -> out.putLong(-7);
      case 1 -> out.putInt(7);
      case 2 -> out.putByte(7);
      case 3 -> out.putDouble(0.5);
      case 4 -> out.putCounted(new byte[] {1, 2, 3});
      case 5 -> out.putString("w\u00f6rter");
      default -> out.putBytes(new byte[] {1, 2, 3, 4, 5}, 0, 5);
    }
    return out.take();
  }

  @Test
  public void testCutValuesAreRefusedWholeOnesAreNot() {
    for (int value = 0; value < VALUES.size(); value++) {
      byte[] whole = written(value);
      BlockReader in = new BlockReader(whole);
      Object unused = VALUES.get(value).apply(in);
      assertEquals("all is read", whole.length, in.place());
      for (int length = 0; length < whole.length; length++) {
        BlockReader cut = new BlockReader(Arrays.copyOf(whole, length));
        Function<BlockReader, Object> reading = VALUES.get(value);
        assertThrows(value + "/" + length, IllegalStateException.class, () -> reading.apply(cut));
      }
    }
  }

  /** No memory is taken for what cannot be there. */
  @Test
  public void testLengthsThatWereNotWrittenAreNamed() {
    for (int length : new int[] {-1, 4, 1 << 30, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      byte[] block = new BlockWriter().putInt(length).putBytes(new byte[3], 0, 3).take();
      for (Function<BlockReader, Object> reading :
          List.<Function<BlockReader, Object>>of(BlockReader::getCounted, BlockReader::getString)) {
        BlockReader damaged = new BlockReader(block);
        IllegalStateException refusal =
            assertThrows(IllegalStateException.class, () -> reading.apply(damaged));
        assertEquals(
            "a block is cut off or damaged: a value must end within 7 bytes, got "
                + length
                + " bytes at 4",
            refusal.getMessage());
      }
    }
  }

  @Test
  public void testTheEndOfTheBlocksIsTheEndOfTheRecords() {
    BlockReader in = new BlockReader(List.of(new byte[0], new byte[] {1}).iterator());
    assertEquals(1, in.next().getByte());
    assertThrows(NoSuchElementException.class, in::next);
    assertThrows(IllegalStateException.class, in::getByte);
  }
}
