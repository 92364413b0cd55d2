// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.document.IntField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/** A query that says itself which documents it matches. */
sealed interface TrialQuery {
  boolean matches(TrialDocument document);

  Query toLucene();

  /** All documents. */
  record All() implements TrialQuery {
    @Override
    public boolean matches(TrialDocument document) {
      return true;
    }

    @Override
    public Query toLucene() {
      return MatchAllDocsQuery.INSTANCE;
    }
  }

  /** A term of a text field. */
  record Word(String field, String term) implements TrialQuery {
    @Override
    public boolean matches(TrialDocument document) {
      return document.reading().terms(field).contains(term);
    }

    @Override
    public Query toLucene() {
      return new TermQuery(new Term(field, term));
    }
  }

  /** Something beside the text. */
  record Colour(String colour) implements TrialQuery {
    @Override
    public boolean matches(TrialDocument document) {
      return document.colour().equals(colour);
    }

    @Override
    public Query toLucene() {
      return new TermQuery(new Term("colour", colour));
    }
  }

  /** What was made from some document on. */
  record Since(int serial) implements TrialQuery {
    @Override
    public boolean matches(TrialDocument document) {
      return document.serial() >= serial;
    }

    @Override
    public Query toLucene() {
      return IntField.newRangeQuery("serial", serial, Integer.MAX_VALUE);
    }
  }

  /** Any, or all, of several. */
  record Several(Occur occur, List<TrialQuery> queries) implements TrialQuery {
    @Override
    public boolean matches(TrialDocument document) {
      return occur == Occur.SHOULD
          ? queries.stream().anyMatch(each -> each.matches(document))
          : queries.stream().allMatch(each -> each.matches(document));
    }

    @Override
    public Query toLucene() {
      BooleanQuery.Builder builder = new BooleanQuery.Builder();
      queries.forEach(each -> builder.add(each.toLucene(), occur));
      return builder.build();
    }
  }

  /** The one without the other. */
  record Without(TrialQuery wanted, TrialQuery unwanted) implements TrialQuery {
    @Override
    public boolean matches(TrialDocument document) {
      return wanted.matches(document) && !unwanted.matches(document);
    }

    @Override
    public Query toLucene() {
      return new BooleanQuery.Builder()
          .add(wanted.toLucene(), Occur.MUST)
          .add(unwanted.toLucene(), Occur.MUST_NOT)
          .build();
    }
  }

  static TrialQuery draw(Random random, TrialConfig config, TrialDocuments documents) {
    return draw(random, config, documents, 2);
  }

  private static TrialQuery draw(
      Random random, TrialConfig config, TrialDocuments documents, int depth) {
    return switch (random.nextInt(depth > 0 ? 10 : 6)) {
      case 0 -> new Colour(RandomPicks.randomFrom(random, TrialDocuments.COLOURS));
      case 1 -> new Since(documents.any().serial());
      case 2 -> random.nextInt(3) == 0 ? new All() : word(random, config, documents);
      case 6 ->
          new Without(
              draw(random, config, documents, depth - 1),
              draw(random, config, documents, depth - 1));
      case 7, 8, 9 -> {
        List<TrialQuery> queries = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          queries.add(draw(random, config, documents, depth - 1));
        }
        yield new Several(
            RandomPicks.randomFrom(random, List.of(Occur.SHOULD, Occur.MUST, Occur.FILTER)),
            queries);
      }
      default -> word(random, config, documents);
    };
  }

  private static TrialQuery word(Random random, TrialConfig config, TrialDocuments documents) {
    String field = RandomPicks.randomFrom(random, config.collapse().textFields());
    List<String> terms = new ArrayList<>(documents.any().reading().terms(field));
    terms.sort(null); // or the order of hashes would decide
    return new Word(field, terms.isEmpty() ? "none" : RandomPicks.randomFrom(random, terms));
  }
}
