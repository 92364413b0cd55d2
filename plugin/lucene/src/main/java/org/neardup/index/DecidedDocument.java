// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.lucene.document.Document;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOUtils;
import org.neardup.compare.Resemblance;
import org.neardup.internal.groups.DuplicateFinder.Match;
import org.neardup.internal.groups.Placement;

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
  /** Writes decided documents. */
  interface Writing {
    /** Writes a document unless that is done; each call tells the same of it. */
    Outcome write(DecidedDocument decided) throws IOException;

    /** The same with more fields, if the document is not written yet. */
    Outcome write(DecidedDocument decided, Document late) throws IOException;

    /** Writes a document when its turn comes. */
    void writeLater(DecidedDocument decided, Consumer<IllegalArgumentException> refused)
        throws IOException;

    /** Writes what was decided, or withdraws its placement if that fails. */
    void write(Document document, Placement placement, Outcome decision) throws IOException;
  }

  private final Writing writing;
  private final Placement placement;
  private final Outcome decision;
  private PreparedDocument prepared; // null once it is done; guarded by this, as the rest is
  private Throwable failure;

  DecidedDocument(
      Writing writing, PreparedDocument prepared, Placement placement, Outcome decision) {
    this.writing = writing;
    this.prepared = prepared;
    this.placement = placement;
    this.decision = decision;
  }

  public String id() {
    return placement.document().id;
  }

  /** What was decided; {@link #isVariant} says what holds now. */
  public Outcome outcome() {
    return decision;
  }

  /** Whether the document is hidden or dropped; until it is written, that may change. */
  public boolean isVariant() {
    return placement.document().isHidden();
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
    return writing.write(this);
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
    return writing.write(this, late);
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
    writing.writeLater(this, Objects.requireNonNull(refused, "refused"));
  }

  /** Copies of the representative's text come last: few searches look at them. */
  int turn() {
    Match behind = placement.behind();
    boolean isCopy = behind != null && behind.resemblance().equals(Resemblance.IDENTICAL);
    return !isVariant() ? 0 : isCopy ? 2 : 1;
  }

  /** Its place in the order of arrival. */
  long order() {
    return placement.document().order;
  }

  /** About what it takes of the heap until it is done. */
  synchronized long bytes() {
    return isDone() ? 0 : prepared.bytes();
  }

  /** Whether it is known what became of the document. */
  synchronized boolean isDone() {
    return prepared == null;
  }

  /** Adds fields to the document; returns whether they come in time. */
  synchronized boolean add(Document late) {
    if (!isDone()) {
      late.forEach(prepared.document()::add);
    }
    return !isDone();
  }

  /** Writes the document unless that is done; each call tells the same of it. */
  synchronized Outcome perform() throws IOException {
    if (!isDone()) {
      try {
        writing.write(prepared.document(), placement, decision);
      } catch (Throwable t) {
        failure = t;
      }
      prepared = null;
    }
    if (failure != null) {
      throw IOUtils.rethrowAlways(failure);
    }
    return decision;
  }
}
