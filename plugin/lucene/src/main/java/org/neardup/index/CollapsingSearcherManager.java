// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ReferenceManager;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOFunction;
import org.neardup.internal.record.SearcherSource;

/**
 * The {@link SearcherManager} of a {@link CollapsingIndexWriter}: each searcher sees every
 * operation of the writer completely or not at all.
 *
 * <p>Call {@link #maybeRefresh} periodically, for example with a {@link CollapsingRefreshThread}:
 * the manager does not refresh itself. To see its own changes, a thread calls {@link
 * CollapsingIndexWriter#generation()} after writing and {@link #waitForGeneration} here.
 *
 * <p>Thread-safe. Close it before the writer.
 */
public final class CollapsingSearcherManager extends ReferenceManager<IndexSearcher> {
  private final CollapsingIndexWriter writer;
  private final IOFunction<DirectoryReader, DirectoryReader> view;
  private final SearcherFactory factory;
  private final Object lock = new Object(); // notified of each refresh, and of the end
  private long refreshedGeneration; // of the refreshing thread
  private long searchedGeneration; // this and all below: guarded by lock
  private long awaitedGeneration;
  private boolean closed;
  private Runnable alarm = () -> {};

  /**
   * Opens the first searcher.
   *
   * @param view {@code OneVersion::wrap} to hide variants, {@code reader -> reader} to show all
   *     documents
   * @param factory creates searchers; null for those that suit the view: of {@code
   *     org.neardup.search.OneVersionSearcher} for {@code OneVersion::wrap}
   */
  public CollapsingSearcherManager(
      CollapsingIndexWriter writer,
      IOFunction<DirectoryReader, DirectoryReader> view,
      SearcherFactory factory)
      throws IOException {
    this.writer = writer;
    this.view = view;
    this.factory = factory == null ? new SuitableSearchers() : factory;
    WritableIndex.Reopened first = writer.index().openView(view);
    current = SearcherManager.getSearcher(this.factory, first.reader(), null);
    searchedGeneration = first.generation();
  }

  private static final class SuitableSearchers extends SearcherFactory {
    @Override
    public IndexSearcher newSearcher(IndexReader reader, IndexReader previous) throws IOException {
      return reader instanceof SearcherSource source
          ? source.newSearcher()
          : super.newSearcher(reader, previous);
    }
  }

  /** The least generation of the writer that searchers acquired from now on show. */
  public long generation() {
    synchronized (lock) {
      return searchedGeneration;
    }
  }

  /**
   * Waits until searchers show a generation of the writer, for as long as that takes. Another
   * thread must refresh, as a {@link CollapsingRefreshThread} does; if none does, this waits until
   * the manager is closed. A thread without such help calls {@link #maybeRefreshBlocking} instead.
   *
   * @throws IllegalArgumentException if the writer has not reached it
   */
  public void waitForGeneration(long generation) throws InterruptedException {
    waitForGeneration(generation, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
  }

  /**
   * As {@link #waitForGeneration(long)}, with a timeout.
   *
   * @return whether searchers show the generation now; false if nobody refreshed in this time
   */
  public boolean waitForGeneration(long generation, long timeout, TimeUnit unit)
      throws InterruptedException {
    if (generation > writer.generation()) {
      throw new IllegalArgumentException(
          "generation must be one that the writer has reached, "
              + writer.generation()
              + ", got "
              + generation);
    }
    synchronized (lock) {
      awaitedGeneration = Math.max(awaitedGeneration, generation);
      alarm.run();
      long nanos = unit.toNanos(timeout);
      long end = System.nanoTime() + nanos;
      while (searchedGeneration < generation && !closed && nanos > 0) {
        TimeUnit.NANOSECONDS.timedWait(lock, nanos);
        nanos = end - System.nanoTime();
      }
      if (searchedGeneration < generation && closed) {
        throw new AlreadyClosedException("this searcher manager is closed");
      }
      return searchedGeneration >= generation;
    }
  }

  boolean isAwaited() {
    synchronized (lock) {
      return awaitedGeneration > searchedGeneration;
    }
  }

  /** Sets what runs, under the lock, when a thread begins to wait. */
  void onWait(Runnable newAlarm) {
    synchronized (lock) {
      alarm = newAlarm;
    }
  }

  @Override
  protected IndexSearcher refreshIfNeeded(IndexSearcher searcher) throws IOException {
    DirectoryReader reader = (DirectoryReader) searcher.getIndexReader();
    WritableIndex.Reopened newer = writer.index().reopenView(reader, view);
    refreshedGeneration = newer.generation();
    return newer.reader() == null
        ? null
        : SearcherManager.getSearcher(factory, newer.reader(), reader);
  }

  @Override
  protected void afterMaybeRefresh() {
    synchronized (lock) {
      searchedGeneration = Math.max(searchedGeneration, refreshedGeneration);
      lock.notifyAll();
    }
  }

  @Override
  protected void afterClose() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
  }

  @Override
  protected boolean tryIncRef(IndexSearcher searcher) {
    return searcher.getIndexReader().tryIncRef();
  }

  @Override
  protected void decRef(IndexSearcher searcher) throws IOException {
    searcher.getIndexReader().decRef();
  }

  @Override
  protected int getRefCount(IndexSearcher searcher) {
    return searcher.getIndexReader().getRefCount();
  }
}
