// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.MergeScheduler;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.NoMergeScheduler;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.store.MockDirectoryWrapper;
import org.apache.lucene.util.ThreadInterruptedException;

/** Interrupts a thread that merges the index down. */
public class TestInterruption extends CollapseTestCase {

  /**
   * As one that has too many merges to begin another one, whose caller is interrupted meanwhile.
   */
  private static final class StallingScheduler extends MergeScheduler {
    private boolean stalls;

    @Override
    public void merge(MergeSource source, MergeTrigger trigger) {
      if (stalls) {
        stalls = false;
        throw new ThreadInterruptedException(new InterruptedException());
      }
    }

    @Override
    public void close() {}
  }

  /** Interrupts whoever flushes, as if it had to wait for others. */
  private static final class InterruptingDirectory extends FilterDirectory {
    private boolean interrupts;

    InterruptingDirectory(Directory in) {
      super(in);
    }

    @Override
    public IndexOutput createOutput(String name, IOContext context) throws IOException {
      if (interrupts) {
        interrupts = false;
        throw new ThreadInterruptedException(new InterruptedException());
      }
      return in.createOutput(name, context);
    }
  }

  /** A writer with two segments, one document that is not written, and nothing committed. */
  private static CollapsingIndexWriter open(Directory directory, MergeScheduler merges)
      throws IOException {
    IndexWriterConfig config =
        writerConfig().setMergePolicy(new LogDocMergePolicy()).setMergeScheduler(merges);
    CollapsingIndexWriter writer = CollapsingIndexWriter.open(directory, CONFIG, config);
    for (String id : new String[] {"1", "2", "3"}) {
      writer.updateDocument(document(id, text(words(id + "_", 50))));
      if (!id.equals("3")) {
        writer.flush();
      }
    }
    return writer;
  }

  private static void assertGoesOn(CollapsingIndexWriter writer, Directory directory)
      throws IOException {
    assertFalse(Thread.interrupted());
    assertTrue(
        writer.updateDocument(document("4", text(words("3_", 50)))) instanceof Outcome.Hidden);
    writer.close();
    try (CollapsingIndexWriter after = open(directory, CONFIG)) {
      assertEquals(Set.of("1", "2", "3", "4"), read(after).keySet());
    }
  }

  public void testAnInterruptedWaitForMergesLosesNothing() throws IOException {
    // in memory: a thread that is interrupted closes the files that it reads or writes
    try (Directory directory = new MockDirectoryWrapper(random(), new ByteBuffersDirectory())) {
      CollapsingIndexWriter writer = open(directory, NoMergeScheduler.INSTANCE);
      Thread.currentThread().interrupt();
      expectThrows(ThreadInterruptedException.class, () -> writer.forceMerge(1));
      assertGoesOn(writer, directory);
    }
  }

  public void testAnInterruptedWaitToBeginMergesLosesNothing() throws IOException {
    try (Directory directory = newDirectory()) {
      StallingScheduler merges = new StallingScheduler();
      CollapsingIndexWriter writer = open(directory, merges);
      merges.stalls = true;
      expectThrows(ThreadInterruptedException.class, () -> writer.forceMerge(1));
      assertFalse(merges.stalls);
      assertGoesOn(writer, directory);
    }
  }

  public void testAnInterruptedFlushClosesTheWriter() throws IOException {
    try (Directory directory = newDirectory()) {
      InterruptingDirectory interrupting = new InterruptingDirectory(directory);
      CollapsingIndexWriter writer = open(interrupting, NoMergeScheduler.INSTANCE);
      interrupting.interrupts = true;
      expectThrows(ThreadInterruptedException.class, () -> writer.forceMerge(1));
      expectThrows(AlreadyClosedException.class, () -> writer.updateDocument(document("4", "")));
      writer.close();
      try (CollapsingIndexWriter after = open(directory, CONFIG)) {
        assertEquals(Set.of(), read(after).keySet());
      }
    }
  }
}
