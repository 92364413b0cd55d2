// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOConsumer;
import org.neardup.internal.record.FieldNames;

/**
 * A document that {@link CollapsingIndexWriter#decide} decided on: it has its place among all
 * others, and is still to be written.
 *
 * <p>{@link #write} and {@link #writeLater} may be called on any thread, and in any order. What
 * needs the document before that writes it: a refresh, a commit, a reader that is opened, closing,
 * and the next change of the same id. So nothing waits for a call, and nothing is lost without one;
 * but only {@code write} tells the outcome, and only these two that Lucene refused the document.
 * Safe for threads.
 *
 * <p>Searches of one version are fastest over long runs of visible documents. To get them, prepare
 * on many threads, decide on one, and write later on many:
 *
 * <pre>{@code
 * PreparedDocument prepared = writer.prepare(document); // on many threads
 * DecidedDocument decided = writer.decide(prepared); // on one, in the order of arrival
 * decided.writeLater(refused -> report(line, refused)); // on many
 *
 * writer.flushNextBuffer(); // at the end, on many: writes what is held back
 * writer.commit();
 * }</pre>
 */
public final class DecidedDocument {
  private final WriterGuard guard;
  private final PendingWrites.Write decided;
  private final Outcome outcome;
  private final Set<String> decisive; // fields that decisions depend on

  DecidedDocument(
      WriterGuard guard, PendingWrites.Write decided, Outcome outcome, Set<String> decisive) {
    this.guard = guard;
    this.decided = decided;
    this.outcome = outcome;
    this.decisive = decisive;
  }

  public String id() {
    return decided.id();
  }

  /** What was decided; {@link #isVariant} says what holds now. */
  public Outcome outcome() {
    return outcome;
  }

  /** Whether the document is hidden or dropped; until it is written, that may change. */
  public boolean isVariant() {
    return decided.isVariant();
  }

  /**
   * Writes the document unless that is done, and tells what became of it; each call tells the same.
   *
   * @throws IllegalArgumentException as {@link
   *     CollapsingIndexWriter#updateDocument(PreparedDocument)} does; the document is withdrawn
   *     then, and one with its id is there again. After any other exception it may have been added
   * @throws AlreadyClosedException if the writer was closed without writing the document
   */
  public Outcome write() throws IOException {
    return guard.write(
        () -> {
          requireWritable();
          return guard.writes().perform(decided);
        });
  }

  /**
   * As {@link #write()}, with more fields, such as a vector that only visible documents need. A
   * dropped document is not written with them either.
   *
   * @param fields adds them to an empty document, before anything waits for this call; if it fails,
   *     the document is still to be written
   * @throws IllegalArgumentException also if it adds a field that decisions depend on: the id, the
   *     scope, what is compared, or what a {@link Preference} looks at; the document is still to be
   *     written then
   * @throws IllegalStateException if the document is written already, without these fields: see
   *     {@link CollapsingIndexWriter#visibleWithout}
   */
  public Outcome write(IOConsumer<Document> fields) throws IOException {
    Document late = new Document();
    fields.accept(late);
    for (IndexableField field : late) {
      FieldNames.checkNotOurs("field names", field.name());
      if (decisive.contains(field.name())) {
        throw new IllegalArgumentException(
            "a field that is added to a decided document must not be one of "
                + new TreeSet<>(decisive)
                + ", got "
                + field.name()
                + " of document "
                + id());
      }
    }
    return guard.write(
        () -> {
          requireWritable();
          if (!decided.add(late)) {
            throw new IllegalStateException(
                "fields must be added before a document is written, got some of document "
                    + id()
                    + ", which was written for a refresh, a commit or a change; update it");
          }
          return guard.writes().perform(decided);
        });
  }

  /**
   * Writes the document now if it is visible, and holds it back if it is hidden, so that it stands
   * behind visible ones in the index: until {@link CollapseConfig#maxHeldBytes} are held back, or
   * something needs it. Nothing is held back where nothing is hidden, or under an index sort.
   *
   * <p>May write documents that other calls held back; threads that call this at the same time
   * share that work.
   *
   * @param refused is told if Lucene refuses this document, on the thread that writes it, now or
   *     later
   * @throws IOException if this document, or one that was held back, cannot be written; {@link
   *     #write} of that one throws the same
   * @throws AlreadyClosedException as {@link #write} does
   */
  public void writeLater(Consumer<IllegalArgumentException> refused) throws IOException {
    Objects.requireNonNull(refused, "refused");
    requireWritable();
    guard.writes().write(decided::turn, decided::bytes, () -> writeOrTell(refused));
  }

  /** Throws if the document is not written and never will be. */
  private void requireWritable() {
    if (!decided.isDone()) {
      guard.ensureOpen();
    }
  }

  private void writeOrTell(Consumer<IllegalArgumentException> refused) throws IOException {
    try {
      write();
    } catch (IllegalArgumentException e) {
      refused.accept(e);
    }
  }
}
