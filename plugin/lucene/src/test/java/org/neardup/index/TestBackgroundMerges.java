// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.ThreadInterruptedException;

/** Failures that close the index writer: of merges on a thread of their own, and of calls. */
public class TestBackgroundMerges extends CollapseTestCase {

  /** Merges in the background, when it is told to. */
  private static final class WaitingScheduler extends ConcurrentMergeScheduler {
    private final CountDownLatch start = new CountDownLatch(1);

    @Override
    protected void doMerge(MergeSource source, MergePolicy.OneMerge merge) throws IOException {
      try {
        start.await();
      } catch (InterruptedException e) {
        throw new ThreadInterruptedException(e);
      }
      super.doMerge(source, merge);
    }

    @Override
    protected void handleMergeException(Throwable exc) {} // nobody is there to hear of it

    void mergeNow() {
      start.countDown();
      sync();
    }
  }

  /** Has no room for segments that are merged, or flushed. */
  private static Directory withoutRoom(Directory directory, IOContext.Context what) {
    return new FilterDirectory(directory) {
      @Override
      public IndexOutput createOutput(String name, IOContext context) throws IOException {
        if (context.context() == what) {
          throw new IOException("disk full");
        }
        return in.createOutput(name, context);
      }
    };
  }

  /** A writer that committed document 1 and has another one not committed. */
  private static CollapsingIndexWriter open(Directory directory, WaitingScheduler merges)
      throws IOException {
    LogDocMergePolicy policy = new LogDocMergePolicy();
    policy.setMergeFactor(2);
    policy.setMinMergeDocs(1000);
    IndexWriterConfig config = writerConfig().setMergePolicy(policy).setMergeScheduler(merges);
    CollapsingIndexWriter writer = CollapsingIndexWriter.open(directory, CONFIG, config);
    writer.updateDocument(document("1", text(words("a", 50))));
    writer.commit();
    writer.updateDocument(document("2", text(words("b", 50))));
    writer.flush(); // makes a second segment, and so a merge
    return writer;
  }

  private static CollapsingIndexWriter openAndFailToMerge(Directory directory) throws IOException {
    WaitingScheduler merges = new WaitingScheduler();
    CollapsingIndexWriter writer = open(withoutRoom(directory, IOContext.Context.MERGE), merges);
    merges.mergeNow();
    return writer;
  }

  private static void assertCommitted(Directory directory) throws IOException {
    try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
      assertEquals(Set.of("1"), read(writer).keySet());
    }
  }

  public void testClosingTellsOfAFailureThatNobodyWasToldOf() throws IOException {
    try (Directory directory = newDirectory()) {
      CollapsingIndexWriter writer = openAndFailToMerge(directory);
      var e = expectThrows(AlreadyClosedException.class, writer::close);
      assertEquals("disk full", e.getCause().getMessage());
      writer.close();
      assertCommitted(directory);
    }
  }

  public void testClosingIsQuietAboutAFailureThatACallThrew() throws IOException {
    try (Directory directory = newDirectory()) {
      CollapsingIndexWriter writer = openAndFailToMerge(directory);
      expectThrows(AlreadyClosedException.class, () -> writer.deleteDocuments("1"));
      writer.close();
      assertCommitted(directory);
    }
  }

  public void testWhoRollsBackNeedNotBeTold() throws IOException {
    try (Directory directory = newDirectory()) {
      CollapsingIndexWriter writer = openAndFailToMerge(directory);
      writer.rollback();
      writer.close();
      assertCommitted(directory);
    }
  }

  public void testClosingIsQuietAboutAFailureOfTheCallItself() throws IOException {
    try (Directory directory = newDirectory()) {
      open(directory, CONFIG).close();
      IndexWriterConfig config =
          writerConfig()
              .setMaxBufferedDocs(2)
              .setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
      CollapsingIndexWriter writer =
          CollapsingIndexWriter.open(
              withoutRoom(directory, IOContext.Context.FLUSH), CONFIG, config);
      writer.updateDocument(document("1", text(words("a", 50))));
      var e =
          expectThrows(
              IOException.class, () -> writer.updateDocument(document("2", text(words("b", 50)))));
      assertEquals("disk full", e.getMessage());
      writer.close();
    }
  }
}
