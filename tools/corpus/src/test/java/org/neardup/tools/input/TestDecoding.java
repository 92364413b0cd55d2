// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.Test;

public class TestDecoding {
  /** It is what decoders put in the place of malformed bytes. */
  @Test
  public void testAReplacementCharacterOfTheTextIsAccepted() throws Exception {
    String text = "caf\u00e9 \uFFFD \uD83D\uDE00";
    assertEquals(text, Decoding.decode(text.getBytes(UTF_8), UTF_8));
  }

  @Test
  public void testMalformedBytesAreRefusedBesideIt() {
    byte[] bytes = "\uFFFD?".getBytes(UTF_8);
    bytes[3] = (byte) 0xC0;
    var refusal = assertThrows(BadInputException.class, () -> Decoding.decode(bytes, UTF_8));
    assertEquals("invalid UTF-8 at byte 3, got C0", refusal.getMessage());
  }

  /**
   * Beside the decoder of the JDK: characters of all lengths, some with a byte changed, added or
   * cut.
   */
  @Test
  public void testUtf8IsWhatTheDecoderDecodes() {
    Random random = new Random(11);
    int[] bounds = {0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF};
    int refused = 0;
    for (int round = 0; round < 100_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(6); i > 0; i--) {
        text.appendCodePoint(bounds[random.nextInt(bounds.length)]);
      }
      byte[] bytes = text.toString().getBytes(UTF_8);
      if (bytes.length > 0 && random.nextBoolean()) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        bytes = Arrays.copyOf(bytes, Math.max(0, bytes.length - random.nextInt(3)));
      }
      boolean decodes = decodes(bytes);
      refused += decodes ? 0 : 1;
      assertEquals(HexFormat.of().formatHex(bytes), decodes, passes(bytes));
    }
    assertTrue("refused " + refused, refused > 20_000);
  }

  private static boolean decodes(byte[] bytes) {
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static boolean passes(byte[] bytes) {
    try {
      Decoding.decode(bytes, UTF_8);
      return true;
    } catch (BadInputException e) {
      return false;
    }
  }
}
