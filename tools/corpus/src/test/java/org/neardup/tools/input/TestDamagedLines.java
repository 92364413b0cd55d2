// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import org.apache.lucene.tests.util.LuceneTestCase;

/** JSON Lines in gzip that is cut off, padded, followed by other bytes, or on a broken disk. */
public class TestDamagedLines extends LuceneTestCase {
  private static final int CASES = 400;

  /** Of the JDK's stream. */
  private static final int HEADER_BYTES = 10;

  private final List<String> lines = new ArrayList<>();
  private final List<String> read = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private final List<byte[]> members = new ArrayList<>();
  private byte[] content;
  private byte[] gzip;

  public void testZerosBehindTheLastMemberAreIgnored() throws Exception {
    for (int i = 0; i < CASES; i++) {
      make();
      byte[] padded =
          Arrays.copyOf(gzip, gzip.length + random().nextInt(3) * random().nextInt(9000));
      read(new ByteArrayInputStream(padded));
      assertRead(lines.size());
      assertEquals(List.of(), failures);
    }
  }

  public void testAllLinesBeforeOtherBytesAreRead() throws Exception {
    for (int i = 0; i < CASES; i++) {
      make();
      int zeros = random().nextInt(2) * random().nextInt(9000);
      byte[] more = new byte[1 + random().nextInt(3000)];
      random().nextBytes(more);
      more[0] = 'z';
      byte[] followed = Arrays.copyOf(gzip, gzip.length + zeros + more.length);
      System.arraycopy(more, 0, followed, gzip.length + zeros, more.length);
      read(new ByteArrayInputStream(followed));
      assertRead(lines.size());
      assertFailure("gzip is cut off or damaged: Unexpected data after a valid .gz stream.");
    }
  }

  public void testAllLinesBeforeACutAreRead() throws Exception {
    for (int i = 0; i < CASES; i++) {
      make();
      int length = random().nextInt(gzip.length);
      if (boundaries().contains(length)) {
        continue; // nobody can tell
      }
      read(new ByteArrayInputStream(gzip, 0, length));
      assertRead(linesIn(inflated(length)));
      assertFailure("");
    }
  }

  public void testAllLinesBeforeAFailureAreRead() throws Exception {
    for (int i = 0; i < CASES; i++) {
      make();
      int length = random().nextInt(gzip.length + 1);
      read(failing(length));
      assertRead(linesIn(inflated(length)));
      assertFailure("cannot be read: the disk is broken");
    }
  }

  private void assertRead(int count) {
    assertEquals("lines that are read", count, read.size());
    assertTrue(lines.subList(0, count).equals(read));
  }

  private void assertFailure(String expected) {
    assertEquals(failures.toString(), 1, failures.size());
    assertTrue(failures.toString(), failures.getFirst().endsWith(expected));
  }

  /** Lines, the last one with or without its end, in members that end anywhere. */
  private void make() throws IOException {
    lines.clear();
    members.clear();
    StringBuilder all = new StringBuilder();
    for (int count = 1 + random().nextInt(8); count > 0; count--) {
      byte[] text = new byte[random().nextInt(random().nextBoolean() ? 60 : 9000)];
      for (int i = 0; i < text.length; i++) {
        text[i] = (byte) ('a' + random().nextInt(26));
      }
      lines.add("{\"id\":\"" + lines.size() + "\",\"text\":\"" + new String(text, UTF_8) + "\"}");
    }
    all.append(String.join("\n", lines)).append(random().nextBoolean() ? "\n" : "");
    content = all.toString().getBytes(UTF_8);
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (int from = 0; from < content.length; ) {
      int length = 1 + random().nextInt(content.length - from);
      members.add(member(from, length));
      whole.write(members.getLast());
      from += length;
    }
    gzip = whole.toByteArray();
  }

  private byte[] member(int from, int length) throws IOException {
    ByteArrayOutputStream member = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(member)) {
      out.write(content, from, length);
    }
    return member.toByteArray();
  }

  private List<Integer> boundaries() {
    List<Integer> ends = new ArrayList<>();
    int end = 0;
    for (byte[] member : members) {
      end += member.length;
      ends.add(end);
    }
    return ends;
  }

  /** How much of the content the first bytes give, by the JDK's inflater. */
  private int inflated(int bytes) throws DataFormatException {
    int count = 0;
    int start = 0;
    for (byte[] member : members) {
      int length = Math.min(bytes - start, member.length) - HEADER_BYTES;
      if (length > 0) {
        count += inflated(member, length);
      }
      start += member.length;
    }
    return count;
  }

  private int inflated(byte[] member, int length) throws DataFormatException {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(member, HEADER_BYTES, length);
      return inflater.inflate(new byte[content.length + 1]);
    } finally {
      inflater.end();
    }
  }

  /** How many lines are whole in the first bytes of the content, be it without their end. */
  private int linesIn(int bytes) {
    int count = 0;
    int end = -1;
    for (String line : lines) {
      end += 1 + line.length();
      count += end <= bytes ? 1 : 0;
    }
    return count;
  }

  /** A disk that has more to read, and breaks at that. */
  private InputStream failing(int length) {
    InputStream before = new ByteArrayInputStream(gzip, 0, length);
    return new InputStream() {
      @Override
      public int available() {
        return 1;
      }

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        read(one, 0, 1);
        return Byte.toUnsignedInt(one[0]);
      }

      @Override
      public int read(byte[] bytes, int offset, int count) throws IOException {
        int taken = before.read(bytes, offset, count);
        if (taken < 0) {
          throw new IOException("the disk is broken");
        }
        return taken;
      }
    };
  }

  private void read(InputStream compressed) throws Exception {
    read.clear();
    failures.clear();
    try {
      JsonSources.of("lines", () -> GunzipStream.of(compressed), InputRules.DEFAULT)
          .read(this::add);
    } catch (IOException e) { // not even the beginning of a member
      failures.add("cannot be read: " + Inputs.reason(e));
    }
  }

  private void add(RawDocument document) {
    try {
      InputDocument parsed = document.parser().parse();
      read.add("{\"id\":\"" + parsed.id() + "\",\"text\":\"" + parsed.text() + "\"}");
    } catch (BadInputException e) {
      failures.add(document.where() + ": " + e.getMessage());
    }
  }
}
