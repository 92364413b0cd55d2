// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.MultiPhraseQuery;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermQuery;
import org.neardup.internal.record.CommitData;

/**
 * Recognizes queries that depend on nothing but the terms of some fields and their positions: such
 * a query matches both of two documents with the same terms or neither, with the same score. An
 * unknown kind of query is not recognized.
 */
record TextQueries(Set<String> fields) {
  private static final ReaderCache<TextQueries> CACHE = new ReaderCache<>();

  /** Those of the text fields of an index; none if these are not known. */
  static TextQueries of(DirectoryReader reader) throws IOException {
    return CACHE.get(
        reader.getReaderCacheHelper(), () -> new TextQueries(CommitData.textFields(reader)));
  }

  boolean include(Query query) {
    return !fields.isEmpty() && seesFieldsOnly(query);
  }

  private boolean seesFieldsOnly(Query query) {
    return switch (query) {
      case BooleanQuery bool ->
          bool.clauses().stream().allMatch(clause -> seesFieldsOnly(clause.query()));
      case DisjunctionMaxQuery max -> max.getDisjuncts().stream().allMatch(this::seesFieldsOnly);
      case BoostQuery boost -> seesFieldsOnly(boost.getQuery());
      case ConstantScoreQuery constant -> seesFieldsOnly(constant.getQuery());
      case MatchAllDocsQuery all -> true;
      case MatchNoDocsQuery none -> true;
      case TermQuery term -> fields.contains(term.getTerm().field());
      case SynonymQuery synonyms -> fields.contains(synonyms.getField());
      case MultiTermQuery terms -> fields.contains(terms.getField());
      case PhraseQuery phrase -> includeTerms(phrase.getTerms());
      case MultiPhraseQuery phrase ->
          Arrays.stream(phrase.getTermArrays()).allMatch(this::includeTerms);
      default -> false;
    };
  }

  private boolean includeTerms(Term[] terms) {
    return Arrays.stream(terms).allMatch(term -> fields.contains(term.field()));
  }
}
