// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

public class TestSketchReader extends LuceneTestCase {
  private static final int NO_CAP = Integer.MAX_VALUE;

  private interface LeafCheck {
    void accept(LeafReader leaf) throws IOException;
  }

  private void check(LeafCheck check, byte[]... sketches) throws IOException {
    try (Directory dir = newDirectory();
        IndexWriter writer =
            new IndexWriter(dir, new IndexWriterConfig().setCodec(Sketches.codec()))) {
      for (byte[] sketch : sketches) {
        writer.addDocument(Sketches.document(sketch));
      }
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        check.accept(reader.leaves().get(0).reader());
      }
    }
  }

  public void testSketchesByDocumentInAnyOrder() throws IOException {
    byte[] a = Sketches.random(random());
    byte[] b = Sketches.random(random());
    check(
        leaf -> {
          SketchReader sketches = SketchReader.of(leaf, Sketches.FIELD);
          assertEquals(new BytesRef(b), sketches.value(2));
          assertNull(sketches.value(1));
          assertEquals(new BytesRef(a), sketches.value(0));
          assertEquals(SketchValue.fingerprint(b, 0), sketches.fingerprint(2));
          assertEquals(SketchValue.elements(a, 0), sketches.elements(0));
          assertEquals(0, sketches.elements(1));
          assertEquals(1.0, sketches.similarity(a, 0), 0);
          assertEquals(0.0, sketches.similarity(a, 2), 0.1);
          assertTrue(Double.isNaN(sketches.similarity(a, 1)));
        },
        a,
        null,
        b);
  }

  public void testCandidatesAreRankedByTheBandsTheyShare() throws IOException {
    byte[] query = Sketches.random(random());
    check(
        leaf -> {
          SketchReader sketches = SketchReader.of(leaf, Sketches.FIELD);
          Candidates found = sketches.candidates(query, null, NO_CAP);
          assertEquals(3, found.size());
          assertEquals(3, found.doc(0));
          assertEquals(21, found.sharedBands(0));
          assertEquals(0, found.doc(1));
          assertEquals(20, found.sharedBands(1));
          assertEquals(2, found.doc(2));
          assertEquals(20, found.sharedBands(2));
          assertEquals(0, found.cut());
        },
        Sketches.withSlotChanged(query, 3),
        Sketches.random(random()),
        Sketches.withSlotChanged(query, 125),
        query);
  }

  public void testLiveDocsOfTheCallerApply() throws IOException {
    byte[] query = Sketches.random(random());
    check(
        leaf -> {
          SketchReader sketches = SketchReader.of(leaf, Sketches.FIELD);
          Candidates found = sketches.candidates(query, new Bits.MatchNoBits(2), NO_CAP);
          assertEquals(0, found.size());
        },
        query,
        query);
  }

  public void testCapIsReported() throws IOException {
    byte[] query = Sketches.random(random());
    check(
        leaf -> {
          SketchReader sketches = SketchReader.of(leaf, Sketches.FIELD);
          Candidates found = sketches.candidates(query, null, 2);
          assertEquals(2, found.size());
          assertEquals(21, found.cut());
          expectThrows(IllegalArgumentException.class, () -> sketches.candidates(query, null, 0));
        },
        query,
        query,
        query);
  }

  public void testSegmentWithoutSketches() throws IOException {
    check(leaf -> assertNull(SketchReader.of(leaf, Sketches.FIELD)), null, null);
  }

  public void testOtherBinaryFieldsAreRefused() throws IOException {
    try (Directory dir = newDirectory();
        IndexWriter writer = new IndexWriter(dir, new IndexWriterConfig())) {
      writer.addDocument(Sketches.document(new byte[1]));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        LeafReader leaf = reader.leaves().get(0).reader();
        expectThrows(IllegalArgumentException.class, () -> SketchReader.of(leaf, Sketches.FIELD));
      }
    }
  }
}
