// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.tests.store.MockDirectoryWrapper;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/**
 * Writers that break off, at any read or write or for want of space, leave the last commit whole.
 */
public class TestFailures extends LuceneTestCase {
  public void testFailingReadsAndWrites() throws IOException {
    for (int i = 0; i < atLeast(10); i++) {
      try (MockDirectoryWrapper dir = newMockDirectory()) {
        check(dir, () -> fail(dir, 0.02), () -> fail(dir, 0));
      }
    }
  }

  private static void fail(MockDirectoryWrapper dir, double rate) {
    dir.setRandomIOExceptionRate(rate);
    dir.setRandomIOExceptionRateOnOpen(rate);
  }

  public void testFullDisk() throws IOException {
    for (int i = 0; i < atLeast(10); i++) {
      try (MockDirectoryWrapper dir = newMockDirectory()) {
        check(
            dir,
            () -> dir.setMaxSizeInBytes(dir.sizeInBytes() + random().nextInt(20_000)),
            () -> dir.setMaxSizeInBytes(0));
      }
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  private static void check(MockDirectoryWrapper dir, Step breaks, Step mended) throws IOException {
    byte[] sketch = RandomSketches.random(random());
    dir.setAssertNoUnrefencedFilesOnClose(false);
    try (IndexWriter writer = new IndexWriter(dir, config())) {
      add(writer, sketch, 5);
    }
    breaks.run();
    try {
      addAndMerge(dir, sketch);
    } catch (IOException | IllegalStateException e) {
      assertNotNull(e); // it broke off somewhere
    }
    mended.run();
    dir.clearCrash();
    checkCommitted(dir, sketch);
  }

  private static IndexWriterConfig config() {
    return new IndexWriterConfig()
        .setCodec(RandomSketches.codec())
        .setMaxBufferedDocs(5)
        .setUseCompoundFile(random().nextBoolean())
        .setMergeScheduler(new SerialMergeScheduler());
  }

  private static void add(IndexWriter writer, byte[] sketch, int docs) throws IOException {
    for (int i = 0; i < docs; i++) {
      writer.addDocument(
          RandomSketches.document(i % 2 == 0 ? sketch : RandomSketches.random(random())));
    }
  }

  private static void addAndMerge(MockDirectoryWrapper dir, byte[] sketch) throws IOException {
    IndexWriter writer = new IndexWriter(dir, config());
    try {
      add(writer, sketch, 20);
      writer.forceMerge(1);
      writer.commit();
    } finally {
      writer.rollback();
    }
  }

  private static void checkCommitted(MockDirectoryWrapper dir, byte[] sketch) throws IOException {
    TestUtil.checkIndex(dir);
    try (DirectoryReader reader = DirectoryReader.open(dir)) {
      int found = 0;
      for (LeafReaderContext leaf : reader.leaves()) {
        SketchReader sketches = SketchReader.of(leaf, RandomSketches.FIELD);
        assertTrue(sketches.hasBands());
        found += RandomSketches.candidates(sketches, sketch, null, 1000).size();
      }
      assertEquals(reader.maxDoc() == 5 ? 3 : 13, found);
    }
  }
}
