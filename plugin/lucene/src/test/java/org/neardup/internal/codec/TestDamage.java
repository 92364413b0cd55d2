// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Damaged files: found when opened or by checkIntegrity, named, and harmless until then. */
public class TestDamage extends LuceneTestCase {
  private final List<byte[]> sketches = new ArrayList<>();
  private List<String> expected;

  private Directory index(int docs) throws IOException {
    Directory dir = new ByteBuffersDirectory();
    IndexWriterConfig config = new IndexWriterConfig().setCodec(RandomSketches.codec());
    try (IndexWriter writer = new IndexWriter(dir, config.setUseCompoundFile(false))) {
      for (int i = 0; i < docs; i++) {
        byte[] sketch = i % 3 == 2 ? sketches.get(i / 2) : RandomSketches.random(random());
        sketches.add(sketch);
        writer.addDocument(RandomSketches.document(sketch));
      }
      writer.forceMerge(1);
    }
    expected = answers(dir);
    return dir;
  }

  /** Looks all sketches up; with the files' checksums if these are verified first. */
  private List<String> answers(Directory dir) throws IOException {
    List<String> answers = new ArrayList<>();
    try (DirectoryReader reader = DirectoryReader.open(dir)) {
      CodecReader leaf = (CodecReader) getOnlyLeafReader(reader);
      lookUpAll(leaf, new ArrayList<>());
      leaf.checkIntegrity();
      lookUpAll(leaf, answers);
    }
    return answers;
  }

  private void lookUpAll(CodecReader leaf, List<String> answers) throws IOException {
    SketchReader reader = SketchReader.of(leaf, RandomSketches.FIELD);
    answers.add(reader.parameters().toString());
    for (int doc = 0; doc < Math.min(sketches.size(), 50); doc++) {
      try {
        Candidates found = RandomSketches.candidates(reader, sketches.get(doc), null, 1000);
        for (int i = 0; i < found.size(); i++) {
          answers.add(doc + " " + found.doc(i));
        }
      } catch (CorruptIndexException e) {
        assertNames(e, ".ndb");
        answers.add(e.getMessage());
      }
    }
  }

  public void testEachByteOfSmallFiles() throws IOException {
    try (Directory dir = index(12)) {
      for (String name : files(dir)) {
        byte[] bytes = read(dir, name);
        for (int i = 0; i < bytes.length; i++) {
          checkFlipped(dir, name, bytes, i);
        }
      }
    }
  }

  public void testRandomBytesOfLargerFiles() throws IOException {
    try (Directory dir = index(3000)) {
      for (String name : files(dir)) {
        byte[] bytes = read(dir, name);
        for (int i = atLeast(100); i > 0; i--) {
          checkFlipped(dir, name, bytes, random().nextInt(bytes.length));
        }
      }
    }
  }

  public void testTruncatedFiles() throws IOException {
    try (Directory dir = index(12)) {
      for (String name : files(dir)) {
        byte[] bytes = read(dir, name);
        for (int length = 0; length < bytes.length; length += 1 + random().nextInt(50)) {
          checkDamaged(dir, name, Arrays.copyOf(bytes, length));
        }
        replace(dir, name, bytes);
      }
    }
  }

  /**
   * Whatever the meta file says with a right checksum is found to be wrong at open, or harmless.
   */
  public void testMetaWithRightChecksum() throws IOException {
    try (Directory dir = index(12)) {
      List<String> names = files(dir);
      names.removeIf(name -> !name.endsWith(".ndm"));
      String meta = names.getFirst();
      byte[] bytes = read(dir, meta);
      for (int i = 0; i < bytes.length - Long.BYTES; i++) {
        for (int change = 1; change < 256; change += TEST_NIGHTLY ? 1 : 1 + random().nextInt(60)) {
          byte[] damaged = bytes.clone();
          damaged[i] ^= (byte) change;
          replace(dir, meta, withChecksum(damaged));
          try {
            assertEquals("byte " + i, expected, answers(dir));
          } catch (CorruptIndexException
              | IndexFormatTooNewException
              | IndexFormatTooOldException e) {
            assertNames(e, meta);
          }
        }
      }
    }
  }

  private static byte[] withChecksum(byte[] file) {
    CRC32 checksum = new CRC32();
    checksum.update(file, 0, file.length - Long.BYTES);
    ByteBuffer.wrap(file).putLong(file.length - Long.BYTES, checksum.getValue());
    return file;
  }

  private void checkFlipped(Directory dir, String name, byte[] bytes, int i) throws IOException {
    byte[] damaged = bytes.clone();
    damaged[i] ^= (byte) (1 + random().nextInt(255));
    checkDamaged(dir, name, damaged);
    replace(dir, name, bytes);
  }

  private void checkDamaged(Directory dir, String name, byte[] damaged) throws IOException {
    replace(dir, name, damaged);
    try {
      assertEquals(expected, answers(dir));
      fail("damage was not found in " + name);
    } catch (CorruptIndexException | IndexFormatTooNewException | IndexFormatTooOldException e) {
      assertNames(e, name);
    }
  }

  private static void assertNames(IOException e, String name) {
    assertTrue(e.toString(), e.getMessage().contains(name));
  }

  private static List<String> files(Directory dir) throws IOException {
    List<String> names = new ArrayList<>(Arrays.asList(dir.listAll()));
    names.removeIf(name -> !name.endsWith(".ndm") && !name.endsWith(".ndb"));
    assertEquals(2, names.size());
    return names;
  }

  private static byte[] read(Directory dir, String name) throws IOException {
    try (IndexInput in = dir.openInput(name, IOContext.READONCE)) {
      byte[] bytes = new byte[(int) in.length()];
      in.readBytes(bytes, 0, bytes.length);
      return bytes;
    }
  }

  private static void replace(Directory dir, String name, byte[] bytes) throws IOException {
    dir.deleteFile(name);
    try (IndexOutput out = dir.createOutput(name, IOContext.DEFAULT)) {
      out.writeBytes(bytes, bytes.length);
    }
  }
}
