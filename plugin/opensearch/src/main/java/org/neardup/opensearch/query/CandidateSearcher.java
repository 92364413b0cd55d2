// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.Weight;
import org.neardup.opensearch.host.CallerReader;
import org.neardup.opensearch.host.RunningSearch;

/**
 * Finds what a {@link OneVersionFilter} chooses among: what the whole request would find if the
 * filter let through all that its own query matches. With this searcher it does. So the filter
 * heeds whatever is around it, in the query of another plugin as well.
 */
final class CandidateSearcher extends IndexSearcher {
  private final IndexSearcher searcher;
  private final OneVersionFilter filter;
  private final List<Query> required = new ArrayList<>();
  private boolean isInRequest; // else in an aggregation, or in a query that finds neighbours

  private CandidateSearcher(IndexReader reader, IndexSearcher searcher, OneVersionFilter filter) {
    super(reader);
    this.searcher = searcher;
    this.filter = filter;
    setSimilarity(searcher.getSimilarity());
    setQueryCache(searcher.getQueryCache());
    setQueryCachingPolicy(searcher.getQueryCachingPolicy());
  }

  /**
   * Finds candidates in the segments of a reader, which may be another one of the same segments.
   */
  record Candidates(Weight weight, List<LeafReaderContext> segments) {}

  /** The candidates of a filter in the search of a searcher; null if these are all documents. */
  static Candidates candidates(OneVersionFilter filter, IndexSearcher searcher) throws IOException {
    RunningSearch search = RunningSearch.of(searcher);
    boolean isWhole = search != null && !search.hasVectors();
    IndexReader reader = searcher.getIndexReader();
    CandidateSearcher finding = new CandidateSearcher(reader, searcher, filter);
    Query query = finding.candidates(search, isWhole);
    Candidates found = isOfTerms(query) ? null : finding.finding(query);
    if (isWhole && !finding.isInRequest) { // as far as its weight tells
      query = finding.candidates(search, false);
      found = isOfTerms(query) ? null : finding.finding(query);
    }
    if (query instanceof MatchAllDocsQuery && CallerReader.showsAll(reader)) {
      return null;
    }
    return found != null
        ? found
        : new CandidateSearcher(CallerReader.withoutCancellation(reader), searcher, filter)
            .finding(query);
  }

  private Candidates finding(Query query) throws IOException {
    Weight weight = createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1);
    return new Candidates(weight, getIndexReader().leaves());
  }

  /** Without counting clauses: those of the request were counted. */
  @Override
  @SuppressWarnings("ReferenceEquality") // what a rewrite promises
  public Query rewrite(Query original) throws IOException {
    Query query = original;
    Query next = query.rewrite(this);
    while (next != query) {
      query = next;
      next = query.rewrite(this);
    }
    return query;
  }

  /**
   * What must match beside the filter.
   *
   * @param isWhole false for filters alone, which say who may see what: they hold for aggregations,
   *     and for neighbours before those are found
   */
  private Query candidates(RunningSearch search, boolean isWhole) throws IOException {
    required.clear();
    if (search != null) {
      addRequired(search.query(), isWhole);
      if (search.aliasFilter() != null) {
        addRequired(search.aliasFilter(), true);
      }
      if (search.postFilter() != null && isMetIn(search.postFilter())) {
        addRequired(search.postFilter(), isWhole);
      }
    }
    BooleanQuery.Builder all = new BooleanQuery.Builder().add(filter.of(), Occur.FILTER);
    required.forEach(query -> all.add(query, Occur.FILTER));
    return rewrite(required.isEmpty() ? filter.of() : all.build());
  }

  private void addRequired(Query query, boolean isWhole) {
    switch (query) {
      case MatchAllDocsQuery all -> {}
      case OneVersionFilter met -> meet(met);
      case BoostQuery boost -> addRequired(boost.getQuery(), isWhole);
      case ConstantScoreQuery constant -> addRequired(constant.getQuery(), isWhole);
      case BooleanQuery bool -> addRequiredIn(bool, isWhole);
      default -> {
        if (isWhole) {
          required.add(query);
        }
      }
    }
  }

  private void addRequiredIn(BooleanQuery bool, boolean isWhole) {
    BooleanQuery.Builder some =
        new BooleanQuery.Builder().setMinimumNumberShouldMatch(bool.getMinimumNumberShouldMatch());
    boolean isSome = bool.getMinimumNumberShouldMatch() > 0;
    boolean isAll = false;
    // What must match in the same place, the filter's own query has: see OneVersionQueryBuilder.
    boolean hasFilter =
        bool.clauses().stream().anyMatch(each -> each.query() instanceof OneVersionFilter);
    for (BooleanClause clause : bool.clauses()) {
      isAll |= clause.isRequired();
      switch (clause.occur()) {
        case FILTER -> addRequired(clause.query(), isWhole || !isMetIn(clause.query()));
        case MUST -> addRequired(clause.query(), isWhole && !hasFilter);
        case MUST_NOT -> addExcluded(clause.query());
        case SHOULD -> some.add(clause);
      }
    }
    if (isWhole && !bool.clauses().isEmpty() && (isSome || !isAll)) {
      required.add(some.build());
    }
  }

  private void addExcluded(Query query) {
    if (query instanceof BooleanQuery bool
        && bool.getClauses(Occur.MUST_NOT).size() == 1
        && bool.clauses().stream().allMatch(CandidateSearcher::isExcludingOrAll)) {
      bool.getClauses(Occur.MUST_NOT).forEach(excluded -> addRequired(excluded, true));
    } else if (!isMetIn(query)) {
      required.add(
          new BooleanQuery.Builder()
              .add(MatchAllDocsQuery.INSTANCE, Occur.FILTER)
              .add(query, Occur.MUST_NOT)
              .build());
    }
  }

  private static boolean isExcludingOrAll(BooleanClause clause) {
    return clause.isProhibited() || clause.query() instanceof MatchAllDocsQuery;
  }

  /** Whether one of our filters is in a query, as far as that shows it. */
  private boolean isMetIn(Query query) {
    boolean[] isMet = {false};
    query.visit(
        new OneVersionFilter.Visitor() {
          @Override
          void visit(OneVersionFilter met) {
            meet(met);
            isMet[0] = true;
          }
        });
    return isMet[0];
  }

  /** Told of filters in what is searched. */
  void meet(OneVersionFilter met) {
    isInRequest |= met.isSame(filter);
  }

  /** Whether a query may be searched in another reader of the same segments; some may not. */
  private static boolean isOfTerms(Query query) {
    return switch (query) {
      case TermQuery term -> true;
      case PhraseQuery phrase -> true;
      case SynonymQuery synonym -> true;
      case BoostQuery boosted -> isOfTerms(boosted.getQuery());
      case ConstantScoreQuery constant -> isOfTerms(constant.getQuery());
      case DisjunctionMaxQuery most ->
          most.getDisjuncts().stream().allMatch(CandidateSearcher::isOfTerms);
      case BooleanQuery all -> all.clauses().stream().allMatch(each -> isOfTerms(each.query()));
      default -> false;
    };
  }

  @Override
  public TermStatistics termStatistics(Term term, int docFreq, long totalTermFreq)
      throws IOException {
    return searcher.termStatistics(term, docFreq, totalTermFreq); // of all shards maybe
  }

  @Override
  public CollectionStatistics collectionStatistics(String field) throws IOException {
    return searcher.collectionStatistics(field);
  }
}
