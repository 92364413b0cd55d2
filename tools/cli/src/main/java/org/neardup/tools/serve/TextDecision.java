// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.neardup.compare.Guard;
import org.neardup.compare.Overlap;
import org.neardup.compare.Resemblance;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.ResemblanceRule.Basis;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.compare.RuleDecision;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.record.RecordReader;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.internal.upkeep.Ranker;
import org.neardup.search.OneVersionSearcher;
import org.neardup.tools.index.IndexSketches;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;

/**
 * Says which visible document a text, which is sent as JSON, is a version of, if any: for programs
 * that pay for each content. Changes nothing.
 */
record TextDecision() implements Handler {
  private static final int MOST_COMPARED = 100;

  /**
   * What is sent. Component names are the keys of the JSON.
   *
   * @param scope null for documents without one
   */
  private record Request(String text, String scope) {}

  /**
   * The answer. Component names are the keys of the JSON.
   *
   * @param isNew whether the text is no version of any document; then the others are null
   * @param id of the visible document that it resembles most
   * @param standardError of the resemblance; null if it was counted
   */
  private record Decided(
      boolean isNew,
      String id,
      String title,
      Double resemblance,
      Double standardError,
      Basis because) {}

  /** A text that was sent, beside an index. */
  private record Text(Sketching sketching, long scope, SketchedText sketched, ElementSet elements) {

    /** Whether a document is one of which it is a version. */
    RuleDecision decision(SketchComparer comparer, int doc, byte[] sketch) throws IOException {
      return comparer.decision(
          sketched.value(),
          sketch,
          () -> overlap(doc, sketch).map(overlap -> Resemblance.counted(overlap.resemblance())),
          () -> overlap(doc, sketch).map(Overlap::containmentOfA));
    }

    /** How much it and a stored text have in common; nothing if that is not stored as sketched. */
    private Optional<Overlap> overlap(int doc, byte[] sketch) throws IOException {
      TextSketcher sketcher = sketching.sketcher();
      Set<String> fields = sketcher.storedFields();
      Document stored = sketching.index().all().storedFields().document(doc, fields);
      SketchedText other = sketcher.sketch(stored, scope);
      return Arrays.equals(other.value(), sketch)
          ? Optional.of(Overlap.of(elements, other.elementSetWithoutScope()))
          : Optional.empty();
    }
  }

  /** A document that a text is a version of. */
  private record Near(IndexReader reader, int doc, RuleDecision decision) {

    /** Whether the text goes behind this rather than behind another. */
    boolean isBefore(Near other, Comparator<DocumentRecord> preference) throws IOException {
      double more = decision.resemblance().decisive() - other.decision.resemblance().decisive();
      return more > 0 || (more == 0 && preference.compare(record(), other.record()) > 0);
    }

    private DocumentRecord record() throws IOException {
      LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
      return new RecordReader(leaf.reader()).read(doc - leaf.docBase);
    }
  }

  @Override
  public Input takes() {
    return Input.JSON;
  }

  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    Request request = parameters.json(Request.class, "text");
    if (request == null || request.text == null) {
      throw Parameters.mistake("text must be given, got none");
    }
    Sketching sketching = Sketching.of(index);
    if (request.scope != null && sketching.config().scopeField().isEmpty()) {
      throw Parameters.mistake("the index has no scopes, got scope " + request.scope);
    }
    TextSketcher sketcher = sketching.sketcher();
    for (Guard guard : sketcher.guards()) {
      if (guard.field() != null) {
        throw Parameters.mistake(
            "a text alone has no " + guard.field() + ", which the index guards");
      }
    }
    long scope = sketcher.scope(request.scope);
    SketchedText sketched = sketching.sketch(request.text, scope);
    Text text = new Text(sketching, scope, sketched, sketched.elementSetWithoutScope());
    ResemblanceRule rule = sketching.config().rule();
    Query candidates = sketching.resembling(sketched, sketching.leastEstimate(rule));
    SketchComparer comparer = new SketchComparer(sketcher.parameters(), rule);
    Comparator<DocumentRecord> preference = new Ranker(sketching.config().preference()).ofRecords();
    IndexSketches sketches = new IndexSketches(index.all());
    IndexSearcher visible = new OneVersionSearcher(index.visible());
    Near best = null;
    for (ScoreDoc hit : visible.search(candidates, MOST_COMPARED).scoreDocs) {
      RuleDecision decision = text.decision(comparer, hit.doc, sketches.sketch(hit.doc));
      Near near = new Near(index.all(), hit.doc, decision);
      if (decision.isNear() && (best == null || near.isBefore(best, preference))) {
        best = near;
      }
    }
    return Answer.json(200, decided(index, best));
  }

  private static Decided decided(NeardupIndex index, Near near) throws IOException {
    if (near == null) {
      return new Decided(true, null, null, null, null, null);
    }
    NeardupIndex.Name name = index.name(near.doc);
    Resemblance resemblance = near.decision.resemblance();
    return new Decided(
        false,
        name.id(),
        name.title(),
        resemblance.value(),
        near.decision.basis() == Basis.EXACT ? null : (Double) resemblance.standardError(),
        near.decision.basis());
  }
}
