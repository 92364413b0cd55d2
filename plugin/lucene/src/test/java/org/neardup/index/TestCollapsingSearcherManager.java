// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ReferenceManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.NamedThreadFactory;
import org.neardup.search.OneVersion;
import org.neardup.search.OneVersionSearcher;

public class TestCollapsingSearcherManager extends CollapseTestCase {
  private static final String TEXT = text(words("a", 100));

  public void testShowsWhatWasWrittenAfterARefresh() throws Exception {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG);
        CollapsingSearcherManager all = new CollapsingSearcherManager(writer, r -> r, null);
        CollapsingSearcherManager one =
            new CollapsingSearcherManager(writer, OneVersion::wrap, null)) {
      writer.updateDocument(document("1", TEXT));
      writer.updateDocument(document("2", TEXT));
      long generation = writer.generation();
      assertFalse(all.waitForGeneration(generation, 1, TimeUnit.MILLISECONDS));
      assertEquals(0, count(all, "text", "a0"));
      all.maybeRefreshBlocking();
      one.maybeRefreshBlocking();
      assertTrue(all.waitForGeneration(generation, 0, TimeUnit.MILLISECONDS));
      one.waitForGeneration(generation);
      assertEquals(2, count(all, "text", "a0"));
      assertEquals(1, count(one, "text", "a0"));
      writer.deleteDocuments("1");
      one.maybeRefreshBlocking();
      assertEquals(writer.generation(), one.generation());
      assertEquals(1, count(one, "id", "2"));
    }
  }

  public void testEachViewHasItsSearcher() throws Exception {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG);
        CollapsingSearcherManager all = new CollapsingSearcherManager(writer, r -> r, null);
        CollapsingSearcherManager one =
            new CollapsingSearcherManager(writer, OneVersion::wrap, null)) {
      for (int i = 0; i < 2; i++) {
        assertSame(IndexSearcher.class, searcher(all));
        assertSame(OneVersionSearcher.class, searcher(one));
        writer.updateDocument(document(Integer.toString(i), TEXT));
        all.maybeRefreshBlocking();
        one.maybeRefreshBlocking();
      }
    }
  }

  private static Class<?> searcher(CollapsingSearcherManager manager) throws IOException {
    IndexSearcher searcher = manager.acquire();
    try {
      return searcher.getClass();
    } finally {
      manager.release(searcher);
    }
  }

  private static int count(CollapsingSearcherManager manager, String field, String term)
      throws IOException {
    IndexSearcher searcher = manager.acquire();
    try {
      return searcher.count(new TermQuery(new Term(field, term)));
    } finally {
      manager.release(searcher);
    }
  }

  public void testARefreshWithoutChangesReachesTheGeneration() throws Exception {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG);
        CollapsingSearcherManager manager = new CollapsingSearcherManager(writer, r -> r, null)) {
      assertEquals(0, writer.deleteDocuments("none"));
      manager.maybeRefreshBlocking();
      manager.waitForGeneration(writer.generation());
    }
  }

  public void testRefusesAGenerationThatIsNotReached() throws Exception {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG);
        CollapsingSearcherManager manager = new CollapsingSearcherManager(writer, r -> r, null)) {
      long next = writer.generation() + 1;
      IllegalArgumentException refusal =
          expectThrows(IllegalArgumentException.class, () -> manager.waitForGeneration(next));
      assertEquals(
          "generation must be one that the writer has reached, " + (next - 1) + ", got " + next,
          refusal.getMessage());
    }
  }

  public void testClosingEndsTheWait() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor(new NamedThreadFactory("waiter"));
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      CollapsingSearcherManager manager = new CollapsingSearcherManager(writer, r -> r, null);
      writer.updateDocument(document("1", TEXT));
      CountDownLatch waiting = new CountDownLatch(1);
      manager.onWait(waiting::countDown);
      Future<?> waiter =
          thread.submit(
              () -> {
                manager.waitForGeneration(writer.generation());
                return null;
              });
      waiting.await();
      manager.close();
      Exception failure = expectThrows(Exception.class, waiter::get);
      assertTrue(failure.getCause() instanceof AlreadyClosedException);
    } finally {
      TestUtil.shutdownExecutorService(thread);
    }
  }

  /**
   * Refreshes in the middle of a deletion that makes two documents visible, one after the other.
   */
  public void testSearchersShowWholeTransitions() throws Exception {
    String whole = text(words("a", 200));
    String left = text(words("l", 16)) + whole.substring(whole.indexOf(" a16 "));
    String right = whole.substring(0, whole.indexOf(" a184 ")) + " " + text(words("r", 16));
    ExecutorService thread = Executors.newSingleThreadExecutor(new NamedThreadFactory("refresh"));
    AtomicReference<CollapsingSearcherManager> shared = new AtomicReference<>();
    CollapseListener refreshing =
        new CollapseListener() {
          @Override
          public void moved(String id, Optional<String> representative) {
            refreshSoon(thread, shared.get());
          }
        };
    CollapseConfig exact = CONFIG.withVerification(Verification.EXACT);
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, exact, writerConfig(), refreshing);
        CollapsingSearcherManager manager =
            new CollapsingSearcherManager(writer, OneVersion::wrap, null)) {
      List<Set<String>> shown = Collections.synchronizedList(new ArrayList<>());
      manager.addListener(new Recorder(manager, shown));
      shared.set(manager);
      writer.updateDocument(document("1", whole));
      writer.updateDocument(document("2", left));
      writer.updateDocument(document("3", right));
      manager.maybeRefreshBlocking();
      writer.deleteDocuments("1");
      TestUtil.shutdownExecutorService(thread); // after its refreshes
      manager.maybeRefreshBlocking();
      shown.removeIf(Set.of("1")::equals);
      assertEquals(Set.of(Set.of("2", "3")), Set.copyOf(shown));
    } finally {
      TestUtil.shutdownExecutorService(thread);
    }
  }

  /**
   * A refresh cannot end as long as the caller's operation goes on, so there is no point in
   * waiting.
   */
  private static void refreshSoon(ExecutorService thread, CollapsingSearcherManager manager) {
    Future<?> refresh =
        thread.submit(
            () -> {
              manager.maybeRefreshBlocking();
              return null;
            });
    try {
      refresh.get(100, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return;
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  /** Notes the ids that each new searcher shows. */
  private record Recorder(CollapsingSearcherManager manager, List<Set<String>> shown)
      implements ReferenceManager.RefreshListener {
    @Override
    public void beforeRefresh() {}

    @Override
    public void afterRefresh(boolean refreshed) throws IOException {
      IndexSearcher searcher = manager.acquire();
      try {
        shown.add(Set.copyOf(read((DirectoryReader) searcher.getIndexReader()).keySet()));
      } finally {
        manager.release(searcher);
      }
    }
  }

  /** Each thread sees what it wrote, and every searcher shows whole transitions. */
  public void testReadYourWritesWithThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4, new NamedThreadFactory("adder"));
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withMaxPending(30));
        CollapsingSearcherManager manager = new CollapsingSearcherManager(writer, r -> r, null);
        CollapsingRefreshThread refreshes =
            new CollapsingRefreshThread(manager, Duration.ofHours(1), Duration.ofMillis(1))) {
      assertNotNull(refreshes);
      AtomicBoolean done = new AtomicBoolean();
      List<Future<?>> work = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        String prefix = i + "_";
        Random random = new Random(random().nextLong());
        work.add(threads.submit(() -> writeAndRead(writer, manager, prefix, random)));
      }
      Future<?> watcher = threads.submit(() -> watch(manager, done));
      for (Future<?> each : work) {
        each.get();
      }
      done.set(true);
      watcher.get();
      assertEquals(writer.generation(), manager.generation());
    } finally {
      TestUtil.shutdownExecutorService(threads);
    }
  }

  private static Void writeAndRead(
      CollapsingIndexWriter writer, CollapsingSearcherManager manager, String prefix, Random random)
      throws Exception {
    for (int i = 0; i < 20; i++) {
      String id = prefix + random.nextInt(10);
      String source = text(words("s" + random.nextInt(2) + "_", 60));
      boolean deletes = random.nextInt(3) == 0;
      if (deletes) {
        writer.deleteDocuments(id);
      } else {
        writer.updateDocument(document(id, edit(random, source, random.nextInt(4))));
      }
      manager.waitForGeneration(writer.generation());
      assertEquals(deletes ? 0 : 1, count(manager, "id", id));
    }
    return null;
  }

  private static Void watch(CollapsingSearcherManager manager, AtomicBoolean done)
      throws Exception {
    for (int i = 0; i < 20 && !done.get(); i++) {
      IndexSearcher searcher = manager.acquire();
      try {
        TestCollapseInvariants.assertInvariants(read((DirectoryReader) searcher.getIndexReader()));
      } finally {
        manager.release(searcher);
      }
    }
    return null;
  }

  public void testTheRefreshThreadEndsWithTheManager() throws Exception {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      CollapsingSearcherManager manager = new CollapsingSearcherManager(writer, r -> r, null);
      try (CollapsingRefreshThread refreshes =
          new CollapsingRefreshThread(manager, Duration.ofMillis(1), Duration.ZERO)) {
        writer.updateDocument(document("1", TEXT));
        manager.waitForGeneration(writer.generation());
        manager.close();
        refreshes.awaitEnd();
      }
      expectThrows(
          IllegalArgumentException.class,
          () -> new CollapsingRefreshThread(manager, Duration.ZERO, Duration.ofNanos(1)));
    }
  }
}
