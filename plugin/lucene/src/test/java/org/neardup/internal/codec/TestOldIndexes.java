// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Indexes of every version of the format open. The one of a new version is made by {@link #main},
 * once, and never again.
 */
public class TestOldIndexes extends LuceneTestCase {
  private static final String[] INDEXES = {"NearDup1-2.lucene-10.5.1.zip"};
  private static final int DOCS = 12;

  /** Writes an index of today to the zip file that is the argument. */
  public static void main(String[] args) throws IOException {
    try (Directory dir = new ByteBuffersDirectory()) {
      try (IndexWriter writer =
          new IndexWriter(dir, new IndexWriterConfig().setCodec(RandomSketches.codec()))) {
        for (int doc = 0; doc < DOCS; doc++) {
          writer.addDocument(RandomSketches.document(sketch(doc)));
        }
      }
      zip(dir, Path.of(args[0]));
    }
  }

  /**
   * Documents 3 and 7 are as document 0, document 5 has no sketch, 8 and 9 are the same short text.
   */
  private static byte[] sketch(int doc) {
    return switch (doc) {
      case 3, 7 -> sketch(0);
      case 5 -> null;
      case 8, 9 -> RandomSketches.copyOfShort(1);
      default -> RandomSketches.random(new Random(doc));
    };
  }

  public void testOpenLookUpAndMerge() throws IOException {
    for (String name : INDEXES) {
      try (Directory dir = newDirectory()) {
        unzip(name, dir);
        check(dir);
        TestUtil.checkIndex(dir);
        try (IndexWriter writer =
            new IndexWriter(dir, new IndexWriterConfig().setCodec(RandomSketches.codec()))) {
          writer.addDocument(RandomSketches.document(sketch(1)));
          writer.forceMerge(1);
        }
        check(dir);
      }
    }
  }

  private static void check(Directory dir) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(dir)) {
      LeafReader leaf = getOnlyLeafReader(reader);
      SketchReader sketches = SketchReader.of(leaf, RandomSketches.FIELD);
      assertEquals(RandomSketches.PARAMETERS, sketches.parameters());
      assertTrue(sketches.hasBands());
      for (int doc = 0; doc < DOCS; doc++) {
        byte[] sketch = sketch(doc);
        assertEquals(sketch == null ? null : new BytesRef(sketch), sketches.value(doc));
      }
      checkFound(sketches, sketch(0), 0, 3, 7);
      checkFound(sketches, sketch(8), 8, 9);
      checkFound(sketches, sketch(2), 2);
    }
  }

  private static void checkFound(SketchReader sketches, byte[] query, int... docs)
      throws IOException {
    Candidates found = RandomSketches.candidates(sketches, query, null, 10);
    assertEquals(docs.length, found.size());
    for (int i = 0; i < docs.length; i++) {
      assertEquals(docs[i], found.doc(i));
    }
  }

  private static void zip(Directory dir, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String name : dir.listAll()) {
        zip.putNextEntry(new ZipEntry(name));
        try (IndexInput in = dir.openInput(name, IOContext.READONCE)) {
          byte[] bytes = new byte[(int) in.length()];
          in.readBytes(bytes, 0, bytes.length);
          zip.write(bytes);
        }
      }
    }
  }

  private static void unzip(String resource, Directory dir) throws IOException {
    try (InputStream in = TestOldIndexes.class.getResourceAsStream(resource);
        ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        byte[] bytes = zip.readAllBytes();
        try (IndexOutput out = dir.createOutput(entry.getName(), IOContext.DEFAULT)) {
          out.writeBytes(bytes, bytes.length);
        }
      }
    }
  }
}
