// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.apache.lucene.util.IORunnable;

/**
 * The documents that are decided and not written, among them those that are held back: variants
 * that are written later than the visible documents that come after them, a batch at once. Segments
 * then have long runs of visible documents, and long runs of hidden ones.
 *
 * <p>Every thread that comes while a batch is being written takes part: so it is soon done, and
 * next to no visible document is written in between, into whichever buffer of the index writer.
 * Holds no lock while it writes a batch. Thread-safe.
 */
final class PendingWrites {
  /** The more, the longer are the runs of visible documents. */
  private static final int MAX_DOCUMENTS = 1 << 16;

  /** So few are written by one thread, so that a small index has its documents in one order. */
  static final int FEW = 256;

  private record Held(IntSupplier turn, long bytes, IORunnable writing) {}

  private final Map<String, DecidedDocument> unwritten = new ConcurrentHashMap<>(); // by id
  private final long maxBytes;
  private final AtomicLong bytes = new AtomicLong();
  private final Queue<Held> due = new ConcurrentLinkedQueue<>();
  private List<Held> held = new ArrayList<>(); // guarded by this

  /**
   * Without documents.
   *
   * @param maxBytes 0 to hold nothing back
   */
  PendingWrites(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Takes in a document, the only one of its id. */
  void add(DecidedDocument decided) {
    unwritten.put(decided.id(), decided);
  }

  /** Whether there are documents that are not written. */
  boolean isEmpty() {
    return unwritten.isEmpty();
  }

  /** Writes a document that was taken in. */
  Outcome perform(DecidedDocument decided) throws IOException {
    try {
      return decided.perform();
    } finally {
      unwritten.remove(decided.id(), decided);
    }
  }

  /** Writes the document with an id, of which somebody else is to hear. */
  void settle(String id) throws IOException {
    DecidedDocument decided = unwritten.get(id);
    if (decided != null) {
      try {
        perform(decided);
      } catch (IllegalArgumentException e) {
        // The document was refused and withdrawn: its own call says so.
      }
    }
  }

  /** Writes all documents, while none is taken in: variants last, as they arrived. */
  void settleAll() throws IOException {
    Comparator<DecidedDocument> variantsLast = Comparator.comparing(DecidedDocument::isVariant);
    List<DecidedDocument> all =
        unwritten.values().stream()
            .sorted(variantsLast.thenComparingLong(DecidedDocument::order))
            .toList();
    for (DecidedDocument each : all) {
      settle(each.id());
    }
  }

  /** About what the documents take that are held back. */
  long bytes() {
    return bytes.get();
  }

  /**
   * Writes a document now, or later if its turn is not yet.
   *
   * @param turn which turn of a batch is its own at this moment; 0 is that of visible documents
   * @param size about what it takes of the heap until then
   */
  void write(IntSupplier turn, LongSupplier size, IORunnable writing) throws IOException {
    writeAll(due);
    if (maxBytes == 0 || turn.getAsInt() == 0) {
      writing.run();
    } else if (isFullWith(new Held(turn, size.getAsLong(), writing))) {
      writeHeld();
    }
  }

  private synchronized boolean isFullWith(Held added) {
    held.add(added);
    return bytes.addAndGet(added.bytes) > maxBytes || held.size() >= MAX_DOCUMENTS;
  }

  /**
   * Writes what is held back, but for what other threads are just writing. If one cannot be
   * written, the others are due still.
   */
  void writeHeld() throws IOException {
    Deque<Held> own = makeAllDue();
    try {
      writeAll(own);
    } finally {
      due.addAll(own);
    }
    writeAll(due);
  }

  /** Forgets all documents, which are not to be written any more. */
  synchronized void clear() {
    due.addAll(held);
    held = new ArrayList<>();
    for (Held each = due.poll(); each != null; each = due.poll()) {
      bytes.addAndGet(-each.bytes);
    }
  }

  /**
   * Who adds a document meanwhile waits, and so takes part in the writing.
   *
   * @return those that nobody else takes
   */
  private synchronized Deque<Held> makeAllDue() {
    SortedMap<Integer, List<Held>> byTurn = new TreeMap<>(); // some were promoted meanwhile
    for (Held each : held) {
      byTurn.computeIfAbsent(each.turn.getAsInt(), turn -> new ArrayList<>()).add(each);
    }
    Deque<Held> own = new ArrayDeque<>();
    byTurn.values().forEach(held.size() < FEW ? own::addAll : due::addAll);
    held = new ArrayList<>();
    return own;
  }

  private void writeAll(Queue<Held> documents) throws IOException {
    for (Held each = documents.poll(); each != null; each = documents.poll()) {
      bytes.addAndGet(-each.bytes);
      each.writing.run();
    }
  }
}
