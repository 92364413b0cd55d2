// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.neardup.internal.record.DocumentRecord.SKETCH_FIELD;

import java.io.IOException;
import java.lang.reflect.Method;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterMergePolicy;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.NoMergeScheduler;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.ThreadInterruptedException;
import org.junit.Test;
import org.neardup.internal.codec.SketchReader;

/**
 * How Lucene takes documents, of whatever version is on the class path. Not a LuceneTestCase, so
 * that the profile {@code lucene-versions} can run it on versions other than the one that all is
 * compiled with.
 */
public class TestWriteRoundTrip {
  private static final String TEXT = "a fire broke out at the old wharf on monday night and spread";

  /** Fails at each flush, when documents have been indexed. */
  private static final class NoMerges extends FilterMergePolicy {
    NoMerges() {
      super(NoMergePolicy.INSTANCE);
    }

    @Override
    public MergeSpecification findMerges(
        MergeTrigger trigger, SegmentInfos segments, MergeContext context) {
      if (trigger == MergeTrigger.SEGMENT_FLUSH) {
        throw new IllegalStateException("no merges");
      }
      return null;
    }
  }

  private static IndexWriterConfig config() {
    return new IndexWriterConfig(new StandardAnalyzer());
  }

  private static CollapsingIndexWriter open(Directory directory, IndexWriterConfig config)
      throws IOException {
    return CollapsingIndexWriter.open(directory, CollapseConfig.defaults(), config);
  }

  @Test
  public void testKnowsWhatIsIndexedThoughTheCallFails() throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer =
            open(directory, config().setMergePolicy(new NoMerges()).setMaxBufferedDocs(2))) {
      writer.updateDocument(document("1", "another text"));
      Document flushing = document("2", TEXT);
      assertThrows(IllegalStateException.class, () -> writer.updateDocument(flushing));
      writer.updateDocument(flushing); // replaces the one that is there
      Document copy = document("3", TEXT);
      assertThrows(IllegalStateException.class, () -> writer.updateDocument(copy));
      Outcome outcome = writer.updateDocument(copy);
      assertEquals("2", ((Outcome.Hidden) outcome).representative());
      try (DirectoryReader reader = writer.openReader()) {
        assertEquals(3, reader.numDocs());
      }
    }
  }

  @Test
  public void testAnInterruptedWaitForMergesLosesNothing() throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer =
            open(
                directory,
                config()
                    .setMergePolicy(new LogDocMergePolicy())
                    .setMergeScheduler(NoMergeScheduler.INSTANCE))) {
      writer.updateDocument(document("1", "another text"));
      writer.flush();
      writer.updateDocument(document("2", TEXT));
      Thread.currentThread().interrupt();
      assertThrows(ThreadInterruptedException.class, () -> writer.forceMerge(1));
      Outcome outcome = writer.updateDocument(document("3", TEXT));
      assertEquals("2", ((Outcome.Hidden) outcome).representative());
    }
  }

  @Test
  public void testAddsAnIndexAfterItsOwnDocuments() throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        Directory other = new ByteBuffersDirectory();
        CollapsingIndexWriter writer = open(directory, config())) {
      try (CollapsingIndexWriter otherWriter = open(other, config())) {
        otherWriter.updateDocument(document("1", TEXT));
        otherWriter.updateDocument(document("2", TEXT));
      }
      writer.updateDocument(document("3", "another text"));
      writer.updateDocument(document("4", TEXT));
      assertEquals(new ReconcileReport(2, 2, 2), writer.addIndexes(other));
      Outcome outcome = writer.updateDocument(document("5", TEXT));
      assertEquals("4", ((Outcome.Hidden) outcome).representative());
    }
  }

  /** Lucene 10.6 has overlays; over a sketch, one would hide the bands of its segment. */
  @Test
  public void testLooksUpBandsOfSegmentsWithUpdatedSketches() throws Exception {
    IndexWriterConfig config = config().setMergePolicy(NoMergePolicy.INSTANCE);
    for (Method method : IndexWriterConfig.class.getMethods()) {
      if (method.getName().equals("setMaxDocValuesOverlays")) {
        method.invoke(config, 8);
      }
    }
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer = open(directory, config)) {
      writer.updateDocument(document("1", TEXT));
      writer.updateDocument(document("2", "another text that is not like the first one at all"));
      writer.commit();
      Field other = sketch(directory, 1);
      writer.index().writer().updateDocValues(new Term("id", "1"), other);
      writer.commit();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        SketchReader sketches = SketchReader.of(reader.leaves().getFirst(), SKETCH_FIELD);
        assertArrayEquals(sketches.copy(1), sketches.copy(0));
        assertTrue(sketches.hasBands());
      }
    }
  }

  private static Field sketch(Directory directory, int doc) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      SketchReader sketches = SketchReader.of(reader.leaves().getFirst(), SKETCH_FIELD);
      return new BinaryDocValuesField(SKETCH_FIELD, new BytesRef(sketches.copy(doc)));
    }
  }

  private static Document document(String id, String text) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(new TextField("text", text, Field.Store.YES));
    return document;
  }
}
