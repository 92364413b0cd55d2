// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** What is too long is not read to its end, and its length is told as far as it is known. */
public class TestLimits {
  private static final int MAX_BYTES = 1000;

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  /** Fails once more was read than a limit asks for. */
  private static final class Endless extends InputStream {
    private int left = MAX_BYTES;

    @Override
    public int read() throws IOException {
      if (left-- == 0) {
        throw new IOException("read too far");
      }
      return 'x';
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (length > 0) {
        bytes[offset] = (byte) read();
      }
      return Math.min(length, 1);
    }
  }

  @Test
  public void testTheRestIsNotRead() {
    assertEquals(
        "file must be shorter than 1,000 bytes, got 1,000 or more", refusal(Limits.UNKNOWN));
    assertEquals("file must be shorter than 1,000 bytes, got 1,000 or more", refusal(5));
    assertEquals(
        "file must be shorter than 1,000 bytes, got 5,000,000,000", refusal(5_000_000_000L));
  }

  private static String refusal(long saidBytes) {
    return assertThrows(
            BadInputException.class, () -> Limits.read(new Endless(), MAX_BYTES, saidBytes))
        .getMessage();
  }

  @Test
  public void testTheLengthOfAnEntryIsThatOfTheArchive() throws Exception {
    Path archive = temporary.getRoot().toPath().resolve("bomb.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      zip.putNextEntry(new ZipEntry("a.html"));
      zip.write(new byte[2 * MAX_BYTES]);
    }
    byte[] bytes = Files.readAllBytes(archive);
    int directory = bytes.length - 22 - (46 + "a.html".length());
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes[directory + 24 + i] = (byte) (i == 0 ? 0xFE : 0xFF); // the size: 2^32 - 2
    }
    Files.write(archive, bytes);
    List<RawDocument> documents = new ArrayList<>();
    new Inputs(
            List.of(archive.toString()),
            InputStream.nullInputStream(),
            new InputRules(MAX_BYTES, 1000, false))
        .read(documents::add);
    assertEquals(1, documents.size());
    assertEquals(
        "file must be shorter than 1,000 bytes, got 4,294,967,294",
        assertThrows(BadInputException.class, () -> documents.getFirst().parser().parse())
            .getMessage());
  }
}
