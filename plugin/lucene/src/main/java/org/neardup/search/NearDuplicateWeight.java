// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.DocIdSetBuilder;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.codec.BandKeys;
import org.neardup.codec.BandLookUp;
import org.neardup.codec.Candidates;
import org.neardup.codec.SketchReader;
import org.neardup.record.NearDupFields;

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
   * Not where documents are hidden, as those that the reader hides are not looked at, and a cache
   * serves all readers of a segment.
   */
  @Override
  public boolean isCacheable(LeafReaderContext context) {
    FieldInfos fields = context.reader().getFieldInfos();
    return NearDupFields.MARKERS.stream().allMatch(marker -> fields.fieldInfo(marker) == null)
        && DocValues.isCacheable(context, query.field());
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
    NearDuplicateScorer scorer = scorerOf(context);
    return scorer == null ? null : new DefaultScorerSupplier(scorer);
  }

  private NearDuplicateScorer scorerOf(LeafReaderContext context) throws IOException {
    SketchReader sketches = SketchReader.of(context, query.field());
    if (sketches == null) {
      return null;
    }
    query.format().requireSame(sketches.parameters().format());
    return new NearDuplicateScorer(
        approximation(context.reader(), sketches),
        new SegmentEstimates(sketches, query.sketch()),
        query.minimum(),
        boost);
  }

  /** Documents among which are all that match. */
  private DocIdSetIterator approximation(LeafReader leaf, SketchReader sketches)
      throws IOException {
    if (sketches.hasBands() && query.bandsSuffice(sketches.parameters())) {
      // Beyond that many under each key, comparing all sketches is the lesser work.
      int cap = Math.max(1, leaf.maxDoc() / sketches.parameters().keyCount());
      BandKeys keys = new BandKeys(sketches.parameters(), query.sketch());
      // Deleted ones count too: what matches is cached for all readers of the segment.
      Candidates candidates = sketches.bandedCandidates(BandLookUp.candidates(keys, cap), null);
      if (candidates.cut() == 0) {
        return sketches.hasUnbanded()
            ? withUnbanded(candidates, leaf, sketches)
            : ascending(candidates, leaf.maxDoc());
      }
    }
    return leaf.getBinaryDocValues(query.field());
  }

  private static DocIdSetIterator withUnbanded(
      Candidates candidates, LeafReader leaf, SketchReader sketches) throws IOException {
    FixedBitSet docs = sketches.unbanded();
    if (leaf.getLiveDocs() != null) {
      leaf.getLiveDocs().applyMask(docs, 0); // many are hidden still
    }
    for (int i = 0; i < candidates.size(); i++) {
      docs.set(candidates.doc(i));
    }
    return new BitSetIterator(docs, docs.cardinality());
  }

  private static DocIdSetIterator ascending(Candidates candidates, int maxDoc) throws IOException {
    if (candidates.size() == 0) {
      return DocIdSetIterator.empty();
    }
    DocIdSetBuilder docs = new DocIdSetBuilder(maxDoc);
    DocIdSetBuilder.BulkAdder adder = docs.grow(candidates.size());
    for (int i = 0; i < candidates.size(); i++) {
      adder.add(candidates.doc(i));
    }
    return docs.build().iterator();
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    NearDuplicateScorer scorer = scorerOf(context);
    if (scorer == null) {
      return Explanation.noMatch("no sketches in field " + query.field());
    }
    boolean matches = scorer.iterator().advance(doc) == doc;
    String estimate = scorer.describe(doc) + ", minimum " + query.minimum();
    if (!matches) {
      return Explanation.noMatch(estimate);
    }
    return Explanation.match(
        scorer.score(),
        "near-duplicate, product of:",
        Explanation.match(boost, "boost"),
        Explanation.match((float) scorer.estimate(), estimate));
  }
}
