// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static java.util.stream.Collectors.partitioningBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.lucene.util.IORunnable;

/**
 * Variants that are written later than the visible documents that come after them, a batch at once:
 * segments then have long runs of visible documents, and long runs of hidden ones.
 *
 * <p>Every thread that comes while a batch is being written takes part: so it is soon done, and
 * next to no visible document is written in between, into whichever buffer of the index writer.
 * Holds no lock while it writes. Thread-safe.
 */
final class HeldDocuments {
  /** The more, the longer are the runs of visible documents. */
  private static final int MAX_DOCUMENTS = 1 << 14;

  private record Held(BooleanSupplier isVariant, long bytes, IORunnable writing) {}

  private final long maxBytes;
  private final AtomicLong bytes = new AtomicLong();
  private final Queue<Held> due = new ConcurrentLinkedQueue<>();
  private List<Held> held = new ArrayList<>(); // guarded by this

  /**
   * Without documents.
   *
   * @param maxBytes 0 to hold nothing back
   */
  HeldDocuments(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** About what the documents take that are not yet written. */
  long bytes() {
    return bytes.get();
  }

  /**
   * Writes a document now, or later if it is a variant.
   *
   * @param size about what it takes of the heap until then
   */
  void write(BooleanSupplier isVariant, LongSupplier size, IORunnable writing) throws IOException {
    writeDue();
    if (maxBytes == 0 || !isVariant.getAsBoolean()) {
      writing.run();
    } else if (isFullWith(new Held(isVariant, size.getAsLong(), writing))) {
      writeAll();
    }
  }

  private synchronized boolean isFullWith(Held added) {
    held.add(added);
    return bytes.addAndGet(added.bytes) > maxBytes || held.size() >= MAX_DOCUMENTS;
  }

  /** Writes all documents, but for those that other threads are just writing. */
  void writeAll() throws IOException {
    Map<Boolean, List<Held>> byPlace =
        takeAll().stream().collect(partitioningBy(each -> each.isVariant.getAsBoolean()));
    due.addAll(byPlace.get(false)); // promoted in the meantime
    due.addAll(byPlace.get(true));
    writeDue();
  }

  private synchronized List<Held> takeAll() {
    List<Held> all = held;
    held = new ArrayList<>();
    return all;
  }

  private void writeDue() throws IOException {
    for (Held each = due.poll(); each != null; each = due.poll()) {
      bytes.addAndGet(-each.bytes);
      each.writing.run();
    }
  }
}
