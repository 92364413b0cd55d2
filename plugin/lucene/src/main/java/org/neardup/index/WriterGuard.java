// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOSupplier;
import org.neardup.internal.groups.GroupTable;

/**
 * The only way to change an index: says which operations run at once, and owns the table of groups
 * and its lock.
 *
 * <p>Changes of single documents run at once, but for those of one id. Any other operation runs
 * alone, after those under way and before those that come later. Decisions are taken one at a time.
 * Operations that need a pending document write it first: the next change of its id, and every
 * operation that runs alone.
 *
 * <p>A decision, or a call of the index writer, that fails halfway may leave the groups
 * inconsistent. So the writer closes then, and the last commit holds. Safe for threads.
 */
final class WriterGuard {
  private static final int STRIPES = 1024;

  private final IndexWriter writer;
  private final GroupTable groups; // guarded by its own monitor, taken after a stripe
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Object[] stripes = new Object[STRIPES]; // by id
  private final Map<String, DecidedDocument> unwritten = new ConcurrentHashMap<>(); // by id
  private final HeldDocuments held;
  private final AtomicLong generation = new AtomicLong();
  private volatile boolean refreshIsDue;
  private volatile Throwable failure; // it closed the writer
  private volatile boolean isReported; // the caller knows why the writer is closed

  /** Guards a table that nobody else refers to. */
  WriterGuard(IndexWriter writer, GroupTable groups, HeldDocuments held) {
    this.writer = writer;
    this.groups = groups;
    this.held = held;
    Arrays.setAll(stripes, i -> new Object());
  }

  /** A number that grows with each change. */
  long generation() {
    return generation.get();
  }

  /** Whether so much is in memory that a refresh is due. */
  boolean refreshIsDue() {
    return refreshIsDue;
  }

  /** Runs what changes the document of an id. */
  <T> T changeOne(String id, IOSupplier<T> change) throws IOException {
    lock.readLock().lock();
    try {
      ensureOpen();
      synchronized (stripes[Math.floorMod(id.hashCode(), STRIPES)]) {
        return reporting(
            () -> {
              DecidedDocument earlier = unwritten.get(id);
              if (earlier != null) {
                writePending(earlier);
              }
              return change.get();
            });
      }
    } finally {
      generation.incrementAndGet(); // a change that failed may have moved others
      lock.readLock().unlock();
    }
  }

  /** Within {@link #changeOne}, notes a document that is to be written later. */
  DecidedDocument reserve(DecidedDocument decided) {
    unwritten.put(decided.id(), decided);
    return decided;
  }

  /** Whether something is reserved. */
  boolean hasUnwritten() {
    return !unwritten.isEmpty();
  }

  /** Of what was reserved, that whose turn comes after visible documents. */
  HeldDocuments held() {
    return held;
  }

  /** Writes what was reserved, beside changes of other documents. */
  Outcome write(DecidedDocument decided) throws IOException {
    lock.readLock().lock();
    try {
      requireWritable(decided);
      return reporting(() -> perform(decided));
    } finally {
      generation.incrementAndGet();
      lock.readLock().unlock();
    }
  }

  /** Throws if a document is not written and never will be. */
  void requireWritable(DecidedDocument decided) {
    if (!decided.isDone()) {
      ensureOpen();
    }
  }

  private Outcome perform(DecidedDocument decided) throws IOException {
    try {
      return decided.perform();
    } finally {
      unwritten.remove(decided.id(), decided);
    }
  }

  /** Writes what somebody else is to hear of. */
  private void writePending(DecidedDocument decided) throws IOException {
    try {
      perform(decided);
    } catch (IllegalArgumentException e) {
      // The document was refused and withdrawn: its own call says so.
    }
  }

  /** Within {@link #closing}, writes all that was reserved, variants last, as they arrived. */
  void settleAll() throws IOException {
    List<DecidedDocument> all =
        unwritten.values().stream()
            .sorted(
                Comparator.comparing(DecidedDocument::isVariant)
                    .thenComparingLong(DecidedDocument::order))
            .toList();
    for (DecidedDocument each : all) {
      writePending(each);
    }
  }

  /** Runs what may change any documents. */
  <T> T changeAll(IOSupplier<T> change) throws IOException {
    return alone(
        () -> {
          try {
            return change.get();
          } finally {
            generation.incrementAndGet();
          }
        });
  }

  /** Runs what changes no document. */
  <T> T alone(IOSupplier<T> operation) throws IOException {
    held.writeAll(); // before others have to wait
    return exclusively(
        () -> {
          ensureOpen();
          settleAll();
          return operation.get();
        });
  }

  /** As {@link #alone(IOSupplier)}, without a result. */
  void runAlone(IORunnable operation) throws IOException {
    alone(supplier(operation));
  }

  /** Runs what closes the writer, even if it is closed, and leaves unwritten what is. */
  void closing(IORunnable operation) throws IOException {
    try {
      exclusively(supplier(operation));
    } finally {
      held.clear();
    }
  }

  private static IOSupplier<Void> supplier(IORunnable operation) {
    return () -> {
      operation.run();
      return null;
    };
  }

  private <T> T exclusively(IOSupplier<T> operation) throws IOException {
    lock.writeLock().lock();
    try {
      return reporting(operation);
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Takes a decision, and returns what came of it. */
  <T> T decide(IOFunction<GroupTable, T> decision) throws IOException {
    synchronized (groups) {
      T decided = orClose(() -> decision.apply(groups));
      refreshIsDue = groups.refreshIsDue();
      return decided;
    }
  }

  /** As {@link #decide}, without a result. */
  void apply(IOConsumer<GroupTable> decision) throws IOException {
    decide(
        table -> {
          decision.accept(table);
          return null;
        });
  }

  /** Reads something that is in memory. */
  <T> T read(Function<GroupTable, T> question) {
    synchronized (groups) {
      return question.apply(groups);
    }
  }

  /**
   * Has the index writer open a reader, merge or commit. If that fails the writer closes: it may
   * have counted updates as written that its readers do not show.
   */
  <T> T orClose(IOSupplier<T> action) throws IOException {
    try {
      return DiskFailures.unwrapped(action);
    } catch (Throwable t) {
      if (failure == null) { // or it would be that the writer is closed
        failure = t;
      }
      isReported = true;
      try {
        writer.rollback();
      } catch (Throwable second) {
        t.addSuppressed(second);
      }
      throw t;
    }
  }

  /** Throws if the writer is closed, and says what closed it. */
  void ensureOpen() {
    if (!writer.isOpen()) {
      Throwable cause = failure != null ? failure : writer.getTragicException();
      isReported = true;
      throw new AlreadyClosedException("this writer is closed", cause);
    }
  }

  /** Throws if the index writer failed and closed, as in a merge, and no call has thrown that. */
  void ensureReported() {
    if (!isReported && writer.getTragicException() != null) {
      ensureOpen();
    }
  }

  /** Notes that the caller gives up what was not committed, whatever became of it. */
  void giveUp() {
    isReported = true;
  }

  /** Runs a call, and notes whether it throws what closed the index writer. */
  private <T> T reporting(IOSupplier<T> call) throws IOException {
    try {
      return DiskFailures.unwrapped(call);
    } catch (Throwable t) {
      Set<Throwable> thrown = Collections.newSetFromMap(new IdentityHashMap<>());
      addWithCauses(t, thrown);
      if (thrown.contains(writer.getTragicException())) {
        isReported = true;
      }
      throw t;
    }
  }

  /** Adds an exception, its causes, and those that it suppressed. */
  private static void addWithCauses(Throwable t, Set<Throwable> all) {
    if (t != null && all.add(t)) { // some are each other's cause
      addWithCauses(t.getCause(), all);
      for (Throwable each : t.getSuppressed()) {
        addWithCauses(each, all);
      }
    }
  }
}
