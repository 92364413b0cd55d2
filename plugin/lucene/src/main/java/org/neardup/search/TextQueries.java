// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.util.Set;
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

/**
 * Tells the queries that see nothing of a document but its terms in some fields, with their places
 * and numbers: such a query finds both of two documents with the same terms or neither, with the
 * same score. What is not known counts as no such query.
 */
record TextQueries(Set<String> fields) {

  boolean include(Query query) {
    return switch (query) {
      case BooleanQuery bool -> bool.clauses().stream().allMatch(clause -> include(clause.query()));
      case DisjunctionMaxQuery max -> max.getDisjuncts().stream().allMatch(this::include);
      case BoostQuery boost -> include(boost.getQuery());
      case ConstantScoreQuery constant -> include(constant.getQuery());
      case MatchAllDocsQuery all -> true;
      case MatchNoDocsQuery none -> true;
      case TermQuery term -> fields.contains(term.getTerm().field());
      case SynonymQuery synonyms -> fields.contains(synonyms.getField());
      case MultiTermQuery terms -> fields.contains(terms.getField());
      case PhraseQuery phrase -> includeTerms(phrase.getTerms());
      case MultiPhraseQuery phrase -> {
        boolean included = true;
        for (Term[] terms : phrase.getTermArrays()) {
          included &= includeTerms(terms);
        }
        yield included;
      }
      default -> false;
    };
  }

  private boolean includeTerms(Term[] terms) {
    boolean included = true;
    for (Term term : terms) {
      included &= fields.contains(term.field());
    }
    return included;
  }
}
