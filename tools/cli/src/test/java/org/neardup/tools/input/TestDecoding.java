// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import org.junit.Test;

public class TestDecoding {
  /** It is what decoders put in the place of malformed bytes. */
  @Test
  public void aReplacementCharacterOfTheTextIsAccepted() throws Exception {
    String text = "caf\u00e9 \uFFFD \uD83D\uDE00";
    assertEquals(text, Decoding.decode(text.getBytes(UTF_8), UTF_8));
  }

  @Test
  public void malformedBytesAreRefusedBesideIt() {
    byte[] bytes = "\uFFFD?".getBytes(UTF_8);
    bytes[3] = (byte) 0xC0;
    var refusal = assertThrows(BadInputException.class, () -> Decoding.decode(bytes, UTF_8));
    assertEquals("invalid UTF-8 at byte 3, got C0", refusal.getMessage());
  }
}
