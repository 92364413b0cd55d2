// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Members of gzip, whole, damaged, and cut off. */
public class TestGunzipStream extends LuceneTestCase {
  private final ByteArrayOutputStream content = new ByteArrayOutputStream();
  private final ByteArrayOutputStream gzip = new ByteArrayOutputStream();

  /** What could be read, and the failure that ended it, or null. */
  private static final class Read {
    final byte[] content;
    final IOException failure;

    Read(ByteArrayOutputStream content, IOException failure) {
      this.content = content.toByteArray();
      this.failure = failure;
    }

    boolean isDamaged() {
      return failure instanceof ZipException || failure instanceof EOFException;
    }
  }

  public void testAllMembersAreRead() throws IOException {
    for (int members = 1 + random().nextInt(5); members > 0; members--) {
      addMember(random().nextInt(50_000));
    }
    Read read = read(gzip.toByteArray());
    assertNull(read.failure);
    assertArrayEquals(content.toByteArray(), read.content);
  }

  public void testByteForByte() throws IOException {
    addMember(100);
    addMember(100);
    try (InputStream in = GunzipStream.of(new ByteArrayInputStream(gzip.toByteArray()))) {
      for (byte expected : content.toByteArray()) {
        assertEquals(expected, in.read());
      }
      assertEquals(-1, in.read());
    }
  }

  public void testNothingElseMayFollow() throws IOException {
    addMember(random().nextInt(50_000));
    byte[] before = content.toByteArray();
    gzip.write(random().nextBoolean() ? 0 : 'z');
    addMember(random().nextInt(1000));
    Read read = read(gzip.toByteArray());
    assertArrayEquals("what came before is read", before, read.content);
    assertTrue(read.isDamaged());
    assertEquals("Unexpected data after a valid .gz stream.", read.failure.getMessage());
    try (InputStream in = GunzipStream.of(new ByteArrayInputStream(gzip.toByteArray()))) {
      assertArrayEquals("none more is asked for", before, in.readNBytes(before.length));
    }
  }

  /** Some bits mean nothing, such as those of the time. */
  public void testNoDamageGoesUnnoticed() throws IOException {
    addMember(200);
    byte[] first = content.toByteArray();
    int second = gzip.size();
    addMember(200);
    byte[] whole = gzip.toByteArray();
    int noticed = 0;
    for (int bit = 0; bit < whole.length * Byte.SIZE; bit++) {
      byte[] damaged = whole.clone();
      damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      Read read = read(damaged);
      if (read.isDamaged()) {
        noticed++;
        assertTrue(bit < second * Byte.SIZE || startsWith(read.content, first));
      } else {
        assertArrayEquals(content.toByteArray(), read.content);
      }
    }
    assertTrue(noticed > Byte.SIZE * (whole.length - 20));
  }

  public void testCutOff() throws IOException {
    addMember(200);
    byte[] first = content.toByteArray();
    int second = gzip.size();
    addMember(200);
    for (int length = 0; length < gzip.size(); length++) {
      Read read = read(Arrays.copyOf(gzip.toByteArray(), length));
      assertEquals(length != second, read.isDamaged());
      assertTrue(startsWith(content.toByteArray(), read.content));
      assertTrue(length < second || startsWith(read.content, first));
    }
  }

  public void testWhatIsBelowFails() throws IOException {
    addMember(200);
    byte[] first = content.toByteArray();
    int second = gzip.size();
    addMember(200);
    IOException broken = new IOException("the disk is broken");
    for (int length = 0; length < gzip.size(); length++) {
      var whole = new ByteArrayInputStream(gzip.toByteArray(), 0, length);
      Read read = read(new SequenceInputStream(whole, failing(broken)));
      assertSame(broken, read.failure);
      assertTrue(length < second || startsWith(read.content, first));
    }
  }

  public void testWhatIsNoGzipIsClosed() {
    AtomicBoolean closed = new AtomicBoolean();
    InputStream other =
        new FilterInputStream(new ByteArrayInputStream("no gzip".getBytes(UTF_8))) {
          @Override
          public void close() {
            closed.set(true);
          }
        };
    expectThrows(ZipException.class, () -> GunzipStream.of(other));
    assertTrue(closed.get());
  }

  public void testEverythingThatAHeaderMayHave() throws IOException {
    addMember(50);
    byte[] plain = gzip.toByteArray();
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    header.write(new byte[] {0x1F, (byte) 0x8B, 8, 0b11111, 0, 0, 0, 0, 0, 0});
    header.write(new byte[] {7, 0, 'A', 'B', 3, 0, 1, 2, 3});
    header.write("name\0comment\0".getBytes(UTF_8));
    CRC32 sum = new CRC32();
    sum.update(header.toByteArray());
    header.write((int) sum.getValue());
    header.write((int) sum.getValue() >> Byte.SIZE);
    gzip.write(header.toByteArray());
    gzip.write(plain, 10, plain.length - 10);
    content.write(content.toByteArray());
    Read read = read(gzip.toByteArray());
    assertNull(read.failure);
    assertArrayEquals(content.toByteArray(), read.content);
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

  private static InputStream failing(IOException failure) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        throw failure;
      }
    };
  }

  private static boolean startsWith(byte[] bytes, byte[] prefix) {
    return bytes.length >= prefix.length
        && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
  }

  private static Read read(byte[] bytes) {
    return read(new ByteArrayInputStream(bytes));
  }

  private static Read read(InputStream compressed) {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    byte[] buffer = new byte[1 + random().nextInt(1000)];
    try (InputStream in = GunzipStream.of(compressed)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        read.write(buffer, 0, count);
      }
      return new Read(read, null);
    } catch (IOException e) {
      return new Read(read, e);
    }
  }
}
