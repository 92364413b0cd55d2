// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.IOSupplier;
import org.neardup.index.WriterStatistics.OutcomeCounts;
import org.neardup.internal.groups.DuplicateFinder.Match;
import org.neardup.internal.groups.Placement;
import org.neardup.internal.record.FieldNames;
import org.neardup.internal.record.RecordWriter;

/**
 * Updates and deletes single documents: decides on one id at a time and writes beside others, at
 * once or later. Thread-safe.
 */
final class DocumentChanges implements DecidedDocument.Writing {
  private final CollapseConfig config;
  private final WriterGuard guard;
  private final FailStopWriter writer;
  private final Decisions decisions;
  private final PendingWrites writes;
  private final RecordWriter records;
  private final CollapseListener listener;
  private final Admission admission;
  private final Set<String> decisive; // fields that decisions depend on
  private final AtomicReference<OutcomeCounts> outcomes =
      new AtomicReference<>(new OutcomeCounts(0, 0, 0, 0, 0, 0));
  private final LongAdder deleted = new LongAdder();
  private volatile boolean sawText; // here; the index may have some from before

  DocumentChanges(
      CollapseConfig config,
      WriterGuard guard,
      FailStopWriter writer,
      Decisions decisions,
      PendingWrites writes,
      RecordWriter records,
      CollapseListener listener) {
    this.config = config;
    this.guard = guard;
    this.writer = writer;
    this.decisions = decisions;
    this.writes = writes;
    this.records = records;
    this.listener = listener;
    admission = new Admission(records, writer);
    decisive = config.decisiveFields();
  }

  /** What became of documents so far. */
  OutcomeCounts outcomes() {
    return outcomes.get();
  }

  long deleted() {
    return deleted.sum();
  }

  /**
   * Decides on a document, reserves its place and writes it.
   *
   * @param isNew whether no document may have its id
   */
  Outcome update(PreparedDocument prepared, boolean isNew) throws IOException {
    return change(prepared.id(), () -> place(prepared, isNew), writes::perform);
  }

  /** Decides on a document and reserves its place. */
  DecidedDocument decide(PreparedDocument prepared) throws IOException {
    return change(prepared.id(), () -> place(prepared, false), decided -> decided);
  }

  @Override
  public Outcome write(DecidedDocument decided) throws IOException {
    return write(decided, () -> {});
  }

  @Override
  public Outcome write(DecidedDocument decided, Document late) throws IOException {
    checkLate(decided, late);
    return write(
        decided,
        () -> {
          if (!decided.add(late)) {
            throw new IllegalStateException(
                "fields must be added before a document is written, got some of document "
                    + decided.id()
                    + ", which was written for a refresh, a commit or a change; update it");
          }
        });
  }

  private Outcome write(DecidedDocument decided, Runnable before) throws IOException {
    return writer.reporting(
        () ->
            guard.change(
                () -> {
                  requireWritable(decided);
                  before.run();
                  return writes.perform(decided);
                }));
  }

  private void checkLate(DecidedDocument decided, Document late) {
    for (IndexableField field : late) {
      FieldNames.checkNotOurs("field names", field.name());
      if (decisive.contains(field.name())) {
        throw new IllegalArgumentException(
            "a field that is added to a decided document must not be one of "
                + new TreeSet<>(decisive)
                + ", got "
                + field.name()
                + " of document "
                + decided.id());
      }
    }
  }

  @Override
  public void writeLater(DecidedDocument decided, Consumer<IllegalArgumentException> refused)
      throws IOException {
    requireWritable(decided);
    writes.write(
        decided::turn,
        decided::bytes,
        () -> {
          try {
            write(decided);
          } catch (IllegalArgumentException e) {
            refused.accept(e);
          }
        });
  }

  /** Throws if the document is not written and never will be. */
  private void requireWritable(DecidedDocument decided) {
    if (!decided.isDone()) {
      writer.requireOpen();
    }
  }

  private <D, T> T change(String id, IOSupplier<D> decision, IOFunction<D, T> rest)
      throws IOException {
    IOSupplier<D> next =
        () -> {
          writer.requireOpen();
          writes.settle(id);
          return decision.get();
        };
    return writer.reporting(() -> guard.change(id, next, rest));
  }

  private DecidedDocument place(PreparedDocument prepared, boolean isNew) throws IOException {
    requireText(prepared.document());
    if (config.variants() == Variants.DROP) {
      admission.check(prepared.document());
    }
    Placement placement =
        decisions.decide(
            groups -> groups.place(prepared.id(), prepared.sketched(), prepared.rank(), isNew));
    if (placement == null) {
      throw new IllegalArgumentException(
          "an added document must have a new id, got "
              + prepared.id()
              + ", which the index has; updateDocument replaces it");
    }
    DecidedDocument decided = new DecidedDocument(this, prepared, placement, outcome(placement));
    writes.add(decided);
    return decided;
  }

  /** As long as no document has a text field, one without is likely to name it otherwise. */
  private void requireText(Document document) {
    if (hasText(document)) {
      sawText = true;
    } else if (config.requiresText()
        && !sawText
        && Collections.disjoint(records.fieldNames(), config.textFields())) {
      throw new IllegalArgumentException(
          "documents must have a text field, of "
              + String.join(", ", config.textFields())
              + ", as long as none of the index has one, got one with the fields "
              + document.getFields().stream()
                  .map(IndexableField::name)
                  .distinct()
                  .collect(joining(", "))
              + ": name its text (withTextFields), or allow that (withRequiresText(false))");
    }
  }

  private boolean hasText(Document document) {
    return config.textFields().stream().anyMatch(name -> document.getField(name) != null);
  }

  @Override
  public void write(Document document, Placement placement, Outcome decision) throws IOException {
    if (placement.isAwaited()) {
      decisions.apply(groups -> placement.takePlaceOfNow());
    }
    OneDocument written = new OneDocument(() -> fields(document, placement));
    try {
      write(written, placement);
    } catch (Throwable t) {
      try {
        if (written.isIndexed()) { // it failed afterwards, for example in a merge
          arrived(document, placement, decision);
        } else {
          decisions.apply(groups -> groups.withdraw(placement));
        }
      } catch (Throwable second) {
        t.addSuppressed(second); // the cause may have closed the writer
      }
      throw t;
    }
    arrived(document, placement, decision);
  }

  private void arrived(Document document, Placement placement, Outcome decision)
      throws IOException {
    if (!placement.finish()) {
      decisions.apply(groups -> groups.written(placement));
    }
    boolean hasText = hasText(document);
    outcomes.updateAndGet(before -> before.after(decision, hasText));
    listener.arrived(placement.document().id, decision);
  }

  private Outcome outcome(Placement placement) {
    boolean replaced = placement.replaced() != null;
    Match behind = placement.behind();
    if (behind != null) {
      String representative = behind.representative().id;
      return switch (config.variants()) {
        case HIDE -> new Outcome.Hidden(representative, behind.resemblance(), replaced);
        case DROP -> new Outcome.Dropped(representative, behind.resemblance(), replaced);
      };
    }
    if (placement.displaced().isEmpty()) {
      return new Outcome.Visible(replaced);
    }
    return new Outcome.TookOver(
        placement.displaced().stream().map(match -> match.representative().id).toList(),
        placement.displaced().getFirst().resemblance(),
        replaced);
  }

  /** The fields of a document and those of its record. */
  private List<IndexableField> fields(Document document, Placement placement) {
    List<IndexableField> fields = new ArrayList<>(document.getFields());
    fields.addAll(records.fields(placement.record()));
    return fields;
  }

  private void write(OneDocument document, Placement placement) throws IOException {
    String id = placement.document().id;
    if (!placement.dropped()) {
      records.write(id, placement.replaced() != null, document);
    } else if (placement.replaced() != null) {
      writer.orClose(
          () -> {
            records.delete(id); // after a failure its effect is unknown
            return null;
          });
    }
  }

  /** Deletes a document; returns whether it was there. */
  boolean remove(String id) throws IOException {
    boolean found =
        change(id, () -> decisions.decide(groups -> groups.delete(id)), isFound -> isFound);
    if (found) {
      deleted.increment();
    }
    return found;
  }

  /**
   * A single document for a call of {@link IndexWriter} that knows whether it was indexed: a call
   * may index the document and then fail, for example in a merge. For one call, on one thread.
   */
  static final class OneDocument implements Iterable<Iterable<IndexableField>> {
    private final Supplier<List<IndexableField>> fields;
    private boolean isRead;
    private boolean isIndexed;

    OneDocument(Supplier<List<IndexableField>> fields) {
      this.fields = fields;
    }

    /** Whether the document is indexed: then the writer asks for the next one. */
    boolean isIndexed() {
      return isIndexed;
    }

    @Override
    public Iterator<Iterable<IndexableField>> iterator() {
      return new Iterator<>() {
        private boolean isTaken;

        @Override
        public boolean hasNext() {
          isIndexed = isRead; // the writer may also ask earlier
          return !isTaken;
        }

        @Override
        public Iterable<IndexableField> next() {
          if (isTaken) {
            throw new NoSuchElementException("there is one document");
          }
          isTaken = true;
          List<IndexableField> all = fields.get();
          return () -> {
            isRead = true;
            return all.iterator();
          };
        }
      };
    }
  }
}
