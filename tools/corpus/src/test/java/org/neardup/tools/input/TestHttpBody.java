// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What is read of a body whose compression is damaged or cut off: all that comes before. */
public class TestHttpBody extends LuceneTestCase {
  private static final int MAX_BYTES = 10_000_000;

  /** The library for zstd keeps the last byte that it has read to itself when it fails. */
  private static final int LOST_BYTES = 1;

  private byte[] plain;
  private final Map<String, byte[]> bodies = new LinkedHashMap<>();

  private void make(int length) throws IOException {
    StringBuilder words = new StringBuilder();
    while (words.length() < length) {
      words.append(Integer.toString(random().nextInt(), Character.MAX_RADIX)).append(' ');
    }
    plain = words.substring(0, length).getBytes(UTF_8);
    for (String coding : new String[] {"gzip", "x-gzip", "deflate", "deflate, raw", "zstd"}) {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      try (OutputStream out = compressing(coding, body)) {
        out.write(plain);
      }
      bodies.put(coding, body.toByteArray());
    }
  }

  private static OutputStream compressing(String coding, OutputStream body) throws IOException {
    return switch (coding) {
      case "deflate" -> new DeflaterOutputStream(body);
      case "deflate, raw" -> new DeflaterOutputStream(body, new Deflater(9, true));
      case "zstd" -> new ZstdOutputStream(body).setChecksum(true);
      default -> new GZIPOutputStream(body);
    };
  }

  public void testWholeBodies() throws Exception {
    make(50_000);
    bodies.put("identity", plain);
    for (Map.Entry<String, byte[]> body : bodies.entrySet()) {
      HttpBody read = read(body.getKey(), body.getValue());
      assertArrayEquals(body.getKey(), plain, read.bytes());
      assertTrue(body.getKey(), read.isWhole());
    }
  }

  public void testAWrongChecksumCostsNoWord() throws Exception {
    for (int length : new int[] {1, 300, 50_000}) {
      make(length);
      bodies.remove("deflate, raw"); // it has none
      for (Map.Entry<String, byte[]> body : bodies.entrySet()) {
        byte[] damaged = body.getValue();
        int checksum = damaged.length - (body.getKey().contains("gzip") ? 8 : 4);
        damaged[checksum] ^= 1;
        requireRead(body.getKey(), damaged, plain);
      }
    }
  }

  public void testCutsAndDamage() throws Exception {
    make(200_000);
    for (Map.Entry<String, byte[]> body : bodies.entrySet()) {
      byte[] whole = body.getValue();
      for (int i = 0; i < 50; i++) {
        int at = 10 + random().nextInt(whole.length - 10);
        byte[] before = read(body.getKey(), Arrays.copyOf(whole, at)).bytes();
        int least = body.getKey().equals("zstd") ? 0 : at - 1000; // it is read in blocks
        assertTrue(body.getKey() + at, before.length >= least);
        requireRead(body.getKey(), Arrays.copyOf(whole, at), before);
        assertArrayEquals(Arrays.copyOf(plain, before.length), before);
        byte[] damaged = whole.clone();
        damaged[at] ^= (byte) (1 + random().nextInt(255));
        if (!body.getKey().equals("deflate, raw")) { // what is damaged may be sound
          requireRead(body.getKey(), damaged, before);
        }
      }
    }
  }

  private static void requireRead(String coding, byte[] body, byte[] expected) throws Exception {
    HttpBody read = read(coding, body);
    assertFalse(coding, read.isWhole());
    int certain = Math.max(0, expected.length - (coding.equals("zstd") ? LOST_BYTES : 0));
    assertTrue(coding + ": " + read.bytes().length, read.bytes().length >= certain);
    assertArrayEquals(Arrays.copyOf(expected, certain), Arrays.copyOf(read.bytes(), certain));
  }

  private static HttpBody read(String coding, byte[] body) throws Exception {
    byte[] header = ("HTTP/1.1 200 OK\nContent-Encoding: " + coding + "\n\n").getBytes(UTF_8);
    return HttpBody.of(new HeaderLines(new ByteArrayInputStream(header)), body, MAX_BYTES);
  }
}
