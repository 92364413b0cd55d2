// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.commons.io.input.BrokenInputStream;
import org.junit.Test;

public class TestLineReader {

  @Test
  public void testLinesWithAndWithoutAnEnd() throws IOException {
    assertEquals(List.of("a", "", "b", "c"), lines("a\n\nb\r\nc", 10));
    assertEquals(List.of("a"), lines("a\n", 10));
    assertEquals(List.of(), lines("", 10));
    assertEquals(List.of(""), lines("\n", 10));
  }

  @Test
  public void testALineOfTheLimitIsSkippedAndTheNextIsWhole() throws IOException {
    LineReader reader = reader("123\n1234\n12345678\n12", 4);
    assertTrue(reader.next());
    assertArrayEquals("123".getBytes(UTF_8), reader.line());
    for (int length : new int[] {4, 8}) {
      assertTrue(reader.next());
      assertNull(reader.line());
      assertEquals(length, reader.length());
    }
    assertTrue(reader.next());
    assertArrayEquals("12".getBytes(UTF_8), reader.line());
    assertEquals(4, reader.number());
    assertFalse(reader.next());
  }

  @Test
  public void testLinesLongerThanTheBufferAreWhole() throws IOException {
    Random random = new Random(1);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      expected.add("x".repeat(random.nextInt(300_000)) + i);
    }
    assertEquals(expected, lines(String.join("\n", expected), Integer.MAX_VALUE));
  }

  @Test
  public void testWhatComesBeforeAFailureIsALine() throws IOException {
    for (int length = 0; length <= 4; length++) {
      String content = "a\nbc".substring(0, length);
      IOException broken = new IOException("the disk is broken");
      LineReader reader =
          new LineReader(
              new SequenceInputStream(
                  new ByteArrayInputStream(content.getBytes(UTF_8)),
                  new BrokenInputStream(() -> broken)),
              10);
      List<String> lines = content.lines().toList();
      for (int i = 0; i < lines.size(); i++) {
        assertTrue(reader.next());
        assertEquals(lines.get(i), new String(reader.line(), UTF_8));
        boolean hasEnd = i < lines.size() - 1 || content.endsWith("\n");
        assertEquals(!hasEnd, reader.isBrokenOff());
        assertEquals(hasEnd ? 2 * (i + 1) : 2 * i, reader.nextStart());
      }
      assertSame(broken, assertThrows(IOException.class, reader::next));
      assertEquals("in this line", length < 2 ? 1 : 2, reader.number());
    }
  }

  private static List<String> lines(String content, int limit) throws IOException {
    List<String> lines = new ArrayList<>();
    LineReader reader = reader(content, limit);
    while (reader.next()) {
      lines.add(new String(reader.line(), UTF_8));
    }
    return lines;
  }

  private static LineReader reader(String content, int limit) {
    return new LineReader(new ByteArrayInputStream(content.getBytes(UTF_8)), limit);
  }
}
