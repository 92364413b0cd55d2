// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Members of gzip, whole, damaged, and cut off. */
public class TestGunzipStream extends LuceneTestCase {
  private final ByteArrayOutputStream content = new ByteArrayOutputStream();
  private final ByteArrayOutputStream gzip = new ByteArrayOutputStream();

  public void testAllMembersAreRead() throws IOException {
    for (int members = 1 + random().nextInt(5); members > 0; members--) {
      addMember(random().nextInt(5000));
    }
    assertArrayEquals(content.toByteArray(), read(gzip.toByteArray()));
  }

  public void testZerosMayFollow() throws IOException {
    addMember(100);
    gzip.write(new byte[1 + random().nextInt(1000)]);
    assertArrayEquals(content.toByteArray(), read(gzip.toByteArray()));
    addMember(100);
    assertNoGzip("1F", gzip.toByteArray());
  }

  public void testOtherBytesMayNot() throws IOException {
    addMember(100);
    gzip.write('z');
    int before = content.size();
    addMember(100);
    assertNoGzip("7A", gzip.toByteArray());
    byte[] read = new byte[before];
    try (InputStream in = open(gzip.toByteArray())) {
      assertEquals("what came before is read", before, in.readNBytes(read, 0, before));
    }
    assertArrayEquals(Arrays.copyOf(content.toByteArray(), before), read);
  }

  /** Some bits mean nothing, such as those of the time. */
  public void testNoDamageGoesUnnoticed() throws IOException {
    addMember(200);
    addMember(200);
    byte[] whole = gzip.toByteArray();
    int noticed = 0;
    for (int bit = 0; bit < whole.length * Byte.SIZE; bit++) {
      byte[] damaged = whole.clone();
      damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      try {
        assertArrayEquals(content.toByteArray(), read(damaged));
      } catch (ZipException | EOFException e) {
        noticed++;
      }
    }
    assertTrue(noticed > Byte.SIZE * (whole.length - 20));
  }

  public void testCutOff() throws IOException {
    addMember(200);
    int second = gzip.size();
    addMember(200);
    for (int length = 0; length < gzip.size(); length++) {
      byte[] cut = Arrays.copyOf(gzip.toByteArray(), length);
      if (length == second) {
        assertEquals(200, read(cut).length);
      } else {
        expectThrows(EOFException.class, () -> read(cut));
      }
    }
  }

  public void testEverythingThatAHeaderMayHave() throws IOException {
    addMember(50);
    byte[] plain = gzip.toByteArray();
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    header.write(new byte[] {0x1F, (byte) 0x8B, 8, 0b11111, 0, 0, 0, 0, 0, 0});
    header.write(new byte[] {3, 0, 1, 2, 3});
    header.write("name\0comment\0".getBytes(UTF_8));
    CRC32 sum = new CRC32();
    sum.update(header.toByteArray());
    header.write((int) sum.getValue());
    header.write((int) sum.getValue() >> Byte.SIZE);
    gzip.reset();
    gzip.write(header.toByteArray());
    gzip.write(plain, 10, plain.length - 10);
    assertArrayEquals(content.toByteArray(), read(gzip.toByteArray()));
    byte[] damaged = gzip.toByteArray();
    damaged[16] ^= 1;
    ZipException noticed = expectThrows(ZipException.class, () -> read(damaged));
    assertTrue(
        noticed.getMessage(), noticed.getMessage().startsWith("checksum of the header must be "));
  }

  private void addMember(int bytes) throws IOException {
    byte[] added = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      added[i] = (byte) random().nextInt(4);
    }
    content.write(added);
    try (OutputStream out = new GZIPOutputStream(gzip)) {
      out.write(added);
    }
  }

  private static void assertNoGzip(String got, byte[] bytes) {
    ZipException refused = expectThrows(ZipException.class, () -> read(bytes));
    assertEquals("bytes follow that are no gzip, got " + got, refused.getMessage());
  }

  private static byte[] read(byte[] bytes) throws IOException {
    try (InputStream in = open(bytes)) {
      return in.readAllBytes();
    }
  }

  private static InputStream open(byte[] bytes) throws IOException {
    return GunzipStream.of(new ByteArrayInputStream(bytes), 1 + random().nextInt(100));
  }
}
