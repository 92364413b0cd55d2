// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.similar;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.DocIdSetBuilder;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.codec.BandLookUp;
import org.neardup.internal.codec.Candidates;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.compare.RuleDecision;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.group.BandKeys;
import org.neardup.internal.record.LiveMask;
import org.neardup.internal.record.Marker;

/** Finds what a {@link NearDuplicateQuery} matches in a segment. */
final class NearDuplicateWeight extends Weight {
  private final NearDuplicateQuery query;
  private final float boost;

  NearDuplicateWeight(NearDuplicateQuery query, float boost) {
    super(query);
    this.query = query;
    this.boost = boost;
  }

  /**
   * Not where documents are hidden: those that the reader hides are not looked at, but a cache
   * serves all readers of a segment.
   */
  @Override
  public boolean isCacheable(LeafReaderContext context) {
    return !Marker.isIn(context.reader().getFieldInfos())
        && DocValues.isCacheable(context, query.field());
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
    SketchReader sketches = sketches(context);
    return sketches == null ? null : new DefaultScorerSupplier(scorer(context, sketches));
  }

  /** Null if the segment has none. */
  private SketchReader sketches(LeafReaderContext context) throws IOException {
    SketchReader sketches = SketchReader.of(context, query.field());
    if (sketches != null) {
      query.format().requireSame(sketches.parameters().format());
    }
    return sketches;
  }

  private EstimateScorer scorer(LeafReaderContext context, SketchReader sketches)
      throws IOException {
    return new EstimateScorer(approximation(context.reader(), sketches), sketches);
  }

  private SketchComparer comparer(SketchReader sketches) {
    // What a guard parts resembles all the same.
    return new SketchComparer(
        sketches.parameters().withoutGuards(), ResemblanceRule.sketch(query.minimum()));
  }

  /** Documents among which are all that match. */
  private DocIdSetIterator approximation(LeafReader leaf, SketchReader sketches)
      throws IOException {
    if (sketches.hasBands() && query.bandsSuffice(sketches.parameters())) {
      // Beyond so many documents under each key, comparing all sketches is less work.
      int cap = Math.max(1, leaf.maxDoc() / sketches.parameters().keyCount());
      BandKeys keys = new BandKeys(sketches.parameters(), query.sketch());
      // Deleted ones included: what matches is cached for all readers of the segment.
      Candidates candidates = sketches.bandedCandidates(BandLookUp.candidates(keys, cap), null);
      if (candidates.cut() == 0) {
        return withUnbanded(candidates, leaf, sketches);
      }
    }
    return leaf.getBinaryDocValues(query.field());
  }

  private static DocIdSetIterator withUnbanded(
      Candidates candidates, LeafReader leaf, SketchReader sketches) throws IOException {
    DocIdSetBuilder docs = new DocIdSetBuilder(leaf.maxDoc());
    if (sketches.hasUnbanded()) {
      FixedBitSet unbanded = sketches.unbanded();
      LiveMask.apply(leaf, unbanded); // many are hidden still
      docs.add(new BitSetIterator(unbanded, unbanded.cardinality()));
    }
    DocIdSetBuilder.BulkAdder adder = docs.grow(candidates.size());
    for (int i = 0; i < candidates.size(); i++) {
      adder.add(candidates.doc(i));
    }
    return docs.build().iterator();
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    SketchReader sketches = sketches(context);
    if (sketches == null) {
      return Explanation.noMatch("no sketches in field " + query.field());
    }
    EstimateScorer scorer = scorer(context, sketches);
    boolean matches = scorer.iterator().advance(doc) == doc;
    String estimate = describe(sketches, doc) + ", minimum " + query.minimum();
    if (!matches) {
      return Explanation.noMatch(estimate);
    }
    return Explanation.match(
        scorer.score(),
        "near-duplicate, product of:",
        Explanation.match(boost, "boost"),
        Explanation.match((float) scorer.estimate(), estimate));
  }

  /** Says what the estimate is, and why. */
  private String describe(SketchReader sketches, int doc) throws IOException {
    SketchComparer comparer = comparer(sketches);
    byte[] sketch = sketches.copy(doc);
    RuleDecision decision = comparer.decision(query.sketch(), sketch, Optional::empty);
    return switch (decision.basis()) {
      case EMPTY_TEXT -> "no sketch";
      case SAME_TEXT -> "the same text";
      case SHORT_TEXT ->
          "other texts of fewer than " + sketches.parameters().minElements() + " elements";
      default ->
          String.format(
              Locale.ROOT,
              "estimated resemblance %.3f with standard error %.3f, %d of %d slots agree",
              decision.resemblance().value(),
              decision.resemblance().standardError(),
              comparer.agreeingSlots(query.sketch(), sketch),
              query.format().slots());
    };
  }

  /** Goes over documents that may match, and compares each. */
  private final class EstimateScorer extends Scorer {
    /** Two sketches are compared 8 slots at a time, after finding one of them. */
    private static final float MATCH_COST = 50;

    private final SketchReader sketches;
    private final SketchComparer comparer;
    private final TwoPhaseIterator twoPhase;
    private final DocIdSetIterator documents;
    private double estimate;

    EstimateScorer(DocIdSetIterator approximation, SketchReader sketches) {
      this.sketches = sketches;
      comparer = comparer(sketches);
      twoPhase =
          new TwoPhaseIterator(approximation) {
            @Override
            public boolean matches() throws IOException {
              estimate = comparer.score(query.sketch(), sketches.value(approximation.docID()));
              return comparer.isNear(estimate);
            }

            @Override
            public float matchCost() {
              return MATCH_COST;
            }
          };
      documents = TwoPhaseIterator.asDocIdSetIterator(twoPhase);
    }

    @Override
    public TwoPhaseIterator twoPhaseIterator() {
      return twoPhase;
    }

    @Override
    public DocIdSetIterator iterator() {
      return documents;
    }

    @Override
    public int docID() {
      return documents.docID();
    }

    @Override
    public float score() throws IOException {
      return boost * (float) estimate();
    }

    @Override
    public float getMaxScore(int upTo) {
      return boost;
    }

    /** The estimate to show for the current document. */
    double estimate() throws IOException {
      return estimate < 1
          ? estimate
          : comparer.shownScore(estimate, query.sketch(), sketches.value(docID()));
    }
  }
}
