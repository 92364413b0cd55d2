// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Random;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.Version;
import org.junit.Test;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.sketch.Bands;

/**
 * Writes, updates, merges, looks up and checks with whatever Lucene is on the class path. Not a
 * LuceneTestCase, so that the profile {@code lucene-versions} can run it on versions other than the
 * one that all is compiled with.
 */
public class TestRoundTrip {
  private static final String FIELD = "sketch";
  private static final SketchFormat FORMAT = new SketchFormat("round-trip-v1", 128, 8, 1, "");
  private static final SketchParameters PARAMETERS =
      new SketchParameters(FORMAT, new Bands(21, 6), 8);
  private static final int DOCS = 300;
  private static final int COPY_EVERY = 10;

  private final byte[] common = sketch(-1);

  @Test
  public void testVersionIsTheOneAskedFor() {
    String expected = System.getProperty("tests.lucene.version", Version.LATEST.toString());
    assertEquals(expected, Version.LATEST.toString());
  }

  @Test
  public void testWriteMergeLookUpCheck() throws IOException {
    try (Directory dir = new ByteBuffersDirectory()) {
      try (IndexWriter writer = new IndexWriter(dir, config())) {
        for (int i = 0; i < DOCS; i++) {
          writer.addDocument(document(i));
        }
        writer.deleteDocuments(new Term("id", "0"));
      }
      check(dir, DOCS / COPY_EVERY - 1);
      try (IndexWriter writer = new IndexWriter(dir, config())) {
        writer.updateBinaryDocValue(new Term("id", "1"), FIELD, new BytesRef(common));
      }
      check(dir, DOCS / COPY_EVERY);
      try (IndexWriter writer = new IndexWriter(dir, config())) {
        writer.forceMerge(1);
      }
      check(dir, DOCS / COPY_EVERY);
    }
  }

  private static IndexWriterConfig config() {
    return new IndexWriterConfig()
        .setCodec(NearDupCodec.wrap(Codec.getDefault(), FIELD, PARAMETERS))
        .setMaxBufferedDocs(50);
  }

  private Document document(int i) {
    Document document = new Document();
    byte[] sketch = i % COPY_EVERY == 0 ? common : sketch(i);
    document.add(new BinaryDocValuesField(FIELD, new BytesRef(sketch)));
    document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
    return document;
  }

  private static byte[] sketch(int seed) {
    long[] slots = new Random(seed).longs(FORMAT.slots()).toArray();
    return SketchValue.encode(FORMAT, seed, 100, slots);
  }

  private void check(Directory dir, int expected) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(dir)) {
      int found = 0;
      for (LeafReaderContext context : reader.leaves()) {
        LeafReader leaf = context.reader();
        SketchReader sketches = SketchReader.of(leaf, FIELD);
        Candidates candidates =
            RandomSketches.candidates(sketches, common, leaf.getLiveDocs(), DOCS);
        for (int i = 0; i < candidates.size(); i++) {
          assertEquals(1.0, sketches.similarity(common, candidates.doc(i)), 0);
        }
        found += candidates.size();
      }
      assertEquals(expected, found);
    }
    try (CheckIndex check = new CheckIndex(dir)) {
      assertTrue(check.checkIndex().clean);
    }
  }
}
