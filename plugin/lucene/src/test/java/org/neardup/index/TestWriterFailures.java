// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterMergePolicy;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOFunction;
import org.neardup.search.OneVersion;

/**
 * Calls that fail for what is not storage: what did happen in the index is what the writer goes on
 * with, or it closes.
 */
public class TestWriterFailures extends CollapseTestCase {
  /** Fails when merges are to be found, if it is told to: so after what they are found for. */
  private static final class FailingMergePolicy extends FilterMergePolicy {
    private boolean fails;

    FailingMergePolicy() {
      super(NoMergePolicy.INSTANCE);
    }

    @Override
    public MergeSpecification findMerges(
        MergeTrigger trigger, SegmentInfos segments, MergeContext context) {
      if (fails) {
        fails = false;
        throw new IllegalStateException("no merges");
      }
      return null;
    }
  }

  private final FailingMergePolicy merges = new FailingMergePolicy();

  private CollapsingIndexWriter openFailing(Directory directory, CollapseConfig config)
      throws IOException {
    IndexWriterConfig writerConfig =
        writerConfig()
            .setMergePolicy(merges)
            .setRAMBufferSizeMB(IndexWriterConfig.DEFAULT_RAM_BUFFER_SIZE_MB)
            .setMaxBufferedDocs(2);
    return CollapsingIndexWriter.open(directory, config, writerConfig);
  }

  public void testADocumentThatIsIndexedIsThereThoughTheCallFails() throws IOException {
    for (Variants variants : List.of(Variants.HIDE, Variants.DROP)) {
      try (Directory directory = newDirectory();
          CollapsingIndexWriter writer = openFailing(directory, CONFIG.withVariants(variants))) {
        List<String> refused = new ArrayList<>();
        merges.fails = true;
        for (int i = 0; merges.fails; i++) {
          String id = "far" + i;
          try {
            writer.updateDocument(document(id, text(words(id, 100))));
          } catch (IllegalStateException e) {
            refused.add(id);
          }
        }
        assertEquals(1, refused.size());
        String id = refused.getFirst();
        if (random().nextBoolean()) {
          writer.flush();
        }
        Outcome outcome = writer.updateDocument(document("copy", text(words(id, 100))));
        assertTrue(outcome.toString(), outcome.toString().contains(id));
        assertTrue(read(writer).containsKey(id));
        TestCollapseInvariants.assertInvariants(read(writer));
      }
    }
  }

  public void testADocumentThatIsReplacedIsGoneThoughTheCallFails() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = openFailing(directory, CONFIG)) {
      writer.updateDocument(document("1", TEXT));
      writer.updateDocument(document("2", NEAR));
      writer.commit();
      merges.fails = true;
      boolean failed = false;
      for (int i = 0; merges.fails; i++) {
        String text = text(words("d" + i + "w", 100));
        try {
          writer.updateDocument(document("1", text));
        } catch (IllegalStateException e) {
          failed = true;
          assertEquals(text, read(writer).get("1").text());
          assertTrue(writer.updateDocument(document("copy", text)).toString().contains("1"));
        }
      }
      assertTrue(failed);
      assertFalse(read(writer).get("2").hidden());
      TestCollapseInvariants.assertInvariants(read(writer));
    }
  }

  public void testAnIndexThatWasAddedIsReconciledThoughTheCallFails() throws IOException {
    try (Directory one = newDirectory();
        Directory other = newDirectory()) {
      try (CollapsingIndexWriter writer = open(other, CONFIG)) {
        writer.updateDocument(document("1", FAR));
        writer.updateDocument(document("2", TEXT));
      }
      try (CollapsingIndexWriter writer = openFailing(one, CONFIG)) {
        writer.updateDocument(document("1", NEAR));
        writer.flush();
        merges.fails = true;
        expectThrows(IllegalStateException.class, () -> writer.addIndexes(other));
        Map<String, Found> found = read(writer); // fails if there are two of one id
        assertEquals(Set.of("1", "2"), found.keySet());
        assertEquals(FAR, found.get("1").text());
        TestCollapseInvariants.assertInvariants(found);
      }
    }
  }

  public void testAClockThatFailsClosesNothing() throws IOException {
    AtomicBoolean fails = new AtomicBoolean();
    Retention retention =
        new Retention(
            "date",
            Duration.ofMillis(100),
            () -> {
              if (fails.get()) {
                throw new IllegalStateException("no time");
              }
              return Instant.ofEpochMilli(1000);
            });
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withRetention(retention))) {
      writer.updateDocument(dated("1", TEXT, 1000));
      writer.updateDocument(dated("2", NEAR, 950));
      writer.commit();
      writer.updateDocument(dated("3", TEXT, 1));
      fails.set(true);
      expectThrows(IllegalStateException.class, writer::commit);
      assertEquals(Set.of("1", "2", "3"), read(writer).keySet());
      fails.set(false);
      writer.commit();
      assertEquals(Set.of("1", "2"), read(writer).keySet());
    }
  }

  public void testAViewThatFailsClosesNothing() throws IOException {
    AtomicBoolean fails = new AtomicBoolean();
    IOFunction<DirectoryReader, DirectoryReader> view =
        reader -> {
          if (fails.get()) {
            throw new IOException("no view");
          }
          return OneVersion.wrap(reader);
        };
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG);
        CollapsingSearcherManager searchers = new CollapsingSearcherManager(writer, view, null)) {
      writer.updateDocument(document("1", TEXT));
      fails.set(true);
      expectThrows(IOException.class, searchers::maybeRefreshBlocking);
      writer.updateDocument(document("2", FAR));
      fails.set(false);
      searchers.maybeRefreshBlocking();
      var searcher = searchers.acquire();
      try {
        assertEquals(2, searcher.getIndexReader().numDocs());
      } finally {
        searchers.release(searcher);
      }
    }
  }

  public void testMergingToNoSegmentIsRefused() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      writer.updateDocument(document("1", TEXT));
      var e = expectThrows(IllegalArgumentException.class, () -> writer.forceMerge(0));
      assertEquals("maxSegments must be at least 1, got 0", e.getMessage());
      assertEquals(Set.of("1"), read(writer).keySet());
    }
  }
}
