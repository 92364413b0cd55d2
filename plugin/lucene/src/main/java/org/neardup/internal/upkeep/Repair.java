// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.upkeep;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CheckReport.Violation;
import org.neardup.index.CollapseConfig;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.groups.LiveDocument;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.record.RecordWriter;
import org.neardup.record.Place;

/**
 * Adds Neardup's fields to the documents of a reader that lack them, and replaces sketches that do
 * not match the stored texts. Ids must be unique. For one run on one thread.
 */
public final class Repair implements StoredDocuments.Visitor {
  private final DirectoryReader reader;
  private final CollapseConfig config;
  private final RecordWriter records;
  private final Ranker ranker;
  private final Resketcher resketcher;
  private final int sketchBytes;
  private final List<Integer> foreign = new ArrayList<>();
  private final List<Violation> notRepaired = new ArrayList<>();
  private long nextNumber;
  private int sketched;

  public Repair(
      DirectoryReader reader, CollapseConfig config, TextSketcher sketcher, RecordWriter records) {
    this.reader = reader;
    this.config = config;
    this.records = records;
    ranker = new Ranker(config.preference());
    resketcher = new Resketcher(reader, config, sketcher);
    sketchBytes = sketcher.parameters().valueLength();
  }

  public void run() throws IOException {
    new StoredDocuments(reader, config).forEach(this);
    Map<Integer, String> ids = ids();
    for (int doc : foreign) {
      String id = ids.get(doc);
      if (id == null) {
        notRepaired(doc, "", "has no id");
      } else {
        adopt(doc, id);
      }
    }
  }

  /** Greater than all valid numbers of documents. */
  public long nextNumber() {
    return nextNumber;
  }

  public int sketched() {
    return sketched;
  }

  public List<Violation> notRepaired() {
    return notRepaired;
  }

  @Override
  public void ours(LiveDocument document) throws IOException {
    noteNumber(document.order);
    noteNumber(document.group);
    Optional<SketchedText> text = resketcher.sketch(document);
    if (text.isEmpty() && document.value != null && document.value.length != sketchBytes) {
      records.updateSketch(document.id, null, document.rank);
      notRepaired(
          document.doc, document.id, "has a damaged sketch and no stored texts to sketch again");
    }
    if (text.isPresent() && !Arrays.equals(text.get().value(), document.value)) {
      sketched++;
      boolean ranksByText = ranker.fields().isEmpty() && document.rank.length > 0;
      byte[] rank = ranksByText ? rank(document.doc, text) : document.rank;
      records.updateSketch(document.id, text.get().value(), rank);
    }
  }

  private void noteNumber(long number) {
    if (LiveDocument.mayBeGiven(number)) {
      nextNumber = Math.max(nextNumber, number + 1);
    }
  }

  @Override
  public void foreign(int doc) {
    foreign.add(doc);
  }

  private void adopt(int doc, String id) throws IOException {
    Optional<SketchedText> text = Optional.empty();
    boolean mayBeSketched = false;
    try {
      text = resketcher.sketchForeign(doc, resketcher.scopeName(doc));
      mayBeSketched = true;
      if (text.isEmpty()) {
        notRepaired(doc, id, "has texts that are not stored");
      } else {
        sketched++;
      }
    } catch (IllegalArgumentException e) { // unsketched for good: its scope is lost
      notRepaired(doc, id, "has an unknown scope: " + e.getMessage());
    }
    byte[] sketch = text.map(SketchedText::value).orElse(null);
    long scope = text.map(SketchedText::scope).orElse(0L);
    long number = nextNumber++;
    records.adopt(
        new DocumentRecord(id, number, number, sketch, rank(doc, text), scope, Place.VISIBLE),
        mayBeSketched);
  }

  private byte[] rank(int doc, Optional<SketchedText> text) throws IOException {
    int elements = text.map(SketchedText::elementCount).orElse(0);
    return ranker.rank(reader.storedFields().document(doc, ranker.fields()), elements);
  }

  private void notRepaired(int doc, String id, String why) {
    notRepaired.add(
        new Violation(
            Violation.Kind.FOREIGN_DOCUMENT, id, "document " + doc + " of the reader " + why));
  }

  /** Maps foreign documents to the first of their indexed ids. */
  private Map<Integer, String> ids() throws IOException {
    Set<Integer> wanted = new HashSet<>(foreign);
    Map<Integer, String> ids = new HashMap<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      if (hasAny(leaf)) {
        TermsEnum each = Terms.getTerms(leaf.reader(), config.idField()).iterator();
        PostingsEnum docs = null;
        while (each.next() != null) {
          docs = each.postings(docs, PostingsEnum.NONE);
          for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
            int whole = leaf.docBase + doc;
            if (wanted.contains(whole)) {
              ids.putIfAbsent(whole, each.term().utf8ToString());
            }
          }
        }
      }
    }
    return ids;
  }

  private boolean hasAny(LeafReaderContext leaf) {
    return foreign.stream()
        .anyMatch(doc -> doc >= leaf.docBase && doc < leaf.docBase + leaf.reader().maxDoc());
  }
}
