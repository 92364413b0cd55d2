// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.neardup.index.WriterStatistics.OutcomeCounts;
import org.neardup.internal.groups.DuplicateFinder.Match;
import org.neardup.internal.groups.Placement;
import org.neardup.internal.record.RecordWriter;

/**
 * Updates and deletes single documents: decides under the guard and writes outside its lock, which
 * {@link DecidedDocument} may do later. Thread-safe.
 */
final class DocumentChanges {
  private final CollapseConfig config;
  private final WriterGuard guard;
  private final RecordWriter records;
  private final CollapseListener listener;
  private final Admission admission;
  private final Set<String> decisive;
  private final Map<Class<?>, LongAdder> outcomes = new ConcurrentHashMap<>();
  private final LongAdder replacements = new LongAdder();
  private final LongAdder withoutText = new LongAdder();
  private final LongAdder deleted = new LongAdder();
  private volatile boolean sawText; // here; the index may have some from before

  DocumentChanges(
      CollapseConfig config, WriterGuard guard, RecordWriter records, CollapseListener listener) {
    this.config = config;
    this.guard = guard;
    this.records = records;
    this.listener = listener;
    admission = new Admission(records, guard);
    decisive = config.decisiveFields();
  }

  /** What became of documents so far. */
  OutcomeCounts outcomes() {
    return new OutcomeCounts(
        count(Outcome.Visible.class),
        count(Outcome.Hidden.class),
        count(Outcome.Dropped.class),
        count(Outcome.TookOver.class),
        replacements.sum(),
        withoutText.sum());
  }

  private long count(Class<? extends Outcome> kind) {
    LongAdder counter = outcomes.get(kind);
    return counter == null ? 0 : counter.sum();
  }

  long deleted() {
    return deleted.sum();
  }

  /**
   * Decides on a document and reserves its place.
   *
   * @param isNew whether no document may have its id
   */
  DecidedDocument decide(PreparedDocument prepared, boolean isNew) throws IOException {
    return guard.changeOne(
        prepared.id(),
        () -> {
          if (isNew && guard.decide(groups -> groups.contains(prepared.id()))) {
            throw new IllegalArgumentException(
                "an added document must have a new id, got "
                    + prepared.id()
                    + ", which the index has; updateDocument replaces it");
          }
          requireText(prepared.document());
          if (config.variants() == Variants.DROP) {
            admission.check(prepared.document());
          }
          Placement placement =
              guard.decide(
                  groups -> groups.place(prepared.id(), prepared.sketched(), prepared.rank()));
          PendingWrites.Write decided =
              new PendingWrites.Write(prepared, placement, document -> write(document, placement));
          guard.writes().add(decided);
          return new DecidedDocument(guard, decided, outcome(placement), decisive);
        });
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

  private Outcome write(Document decided, Placement placement) throws IOException {
    if (placement.isAwaited()) {
      guard.apply(groups -> placement.takePlaceOfNow());
    }
    OneDocument document = new OneDocument(() -> fields(decided, placement));
    try {
      write(document, placement);
    } catch (Throwable t) {
      writeFailed(document, decided, placement, t);
      throw t;
    }
    return arrived(decided, placement);
  }

  private Outcome arrived(Document document, Placement placement) throws IOException {
    if (!placement.finish()) {
      guard.apply(groups -> groups.written(placement));
    }
    Outcome outcome = outcome(placement);
    outcomes.computeIfAbsent(outcome.getClass(), kind -> new LongAdder()).increment();
    replacements.add(outcome.replaced() ? 1 : 0);
    withoutText.add(hasText(document) ? 0 : 1);
    listener.arrived(placement.document().id, outcome);
    return outcome;
  }

  /** The failure may have come after the document was indexed, for example in a merge. */
  private void writeFailed(
      OneDocument written, Document decided, Placement placement, Throwable cause) {
    try {
      if (written.isIndexed()) {
        arrived(decided, placement);
      } else {
        guard.apply(groups -> groups.withdraw(placement));
      }
    } catch (Throwable t) {
      cause.addSuppressed(t); // the cause may have closed the writer
    }
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
      guard.orClose(
          () -> {
            records.delete(id); // after a failure its effect is unknown
            return null;
          });
    }
  }

  /** Deletes a document; returns whether it was there. */
  boolean remove(String id) throws IOException {
    boolean found = guard.changeOne(id, () -> guard.decide(groups -> groups.delete(id)));
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
