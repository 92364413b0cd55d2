// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.NumericUtils;
import org.neardup.search.similar.NearDuplicateQuery;

/** Queries made of the words of random documents; the same ones of a kind for the same index. */
final class SearchQueries {
  private static final Pattern NO_WORD = Pattern.compile("[^a-z]+");

  private static final int COUNT = 20; // of each kind
  private static final int MAX_TRIES = 100_000;

  private final Random random = new Random(42);
  private final DirectoryReader reader;

  private SearchQueries(DirectoryReader reader) {
    this.reader = reader;
  }

  /** Queries that are alike. */
  record Kind(String name, List<Query> queries) {}

  /** Queries of the kind of a name. */
  static Kind kind(DirectoryReader reader, String name) throws IOException {
    SearchQueries queries = new SearchQueries(reader);
    return new Kind(
        name,
        switch (name) {
          case "term" -> queries.make(() -> new TermQuery(queries.word(0.02, 0.3)));
          case "rare" -> queries.make(() -> new TermQuery(queries.word(0.0001, 0.002)));
          case "and" -> queries.make(() -> queries.bool(Occur.MUST));
          case "or" -> queries.make(() -> queries.bool(Occur.SHOULD));
          case "ten" -> queries.make(() -> queries.any(10));
          case "fifty" -> queries.make(() -> queries.any(50));
          case "phrase" -> queries.make(queries::phrase);
          case "range" -> queries.make(queries::range);
          case "filtered" -> queries.make(queries::filtered);
          case "similar" -> queries.make(queries::similar);
          case "compared" -> queries.make(() -> queries.similar().exact());
          default -> throw new IllegalArgumentException("no kind of queries is called " + name);
        });
  }

  private List<Query> make(IOSupplier<Query> maker) throws IOException {
    List<Query> queries = new ArrayList<>();
    while (queries.size() < COUNT) {
      queries.add(maker.get());
    }
    return queries;
  }

  private Query bool(Occur occur) throws IOException {
    return new BooleanQuery.Builder()
        .add(new TermQuery(word(0.01, 0.3)), occur)
        .add(new TermQuery(word(0.005, 0.1)), occur)
        .build();
  }

  /** Words of any frequency. */
  private Query any(int clauses) throws IOException {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    for (int i = 0; i < clauses; i++) {
      query.add(new TermQuery(word(0.0001, 0.3)), Occur.SHOULD);
    }
    return query.build();
  }

  /** With the later half of all dates: a field in which versions differ. */
  private Query filtered() throws IOException {
    return new BooleanQuery.Builder()
        .add(bool(Occur.SHOULD), Occur.MUST)
        .add(dates(0.5, 1), Occur.FILTER)
        .build();
  }

  /** A tenth to a half of the time between the first date and the last. */
  private Query range() throws IOException {
    double length = 0.1 + 0.4 * random.nextDouble();
    double from = (1 - length) * random.nextDouble();
    return dates(from, from + length);
  }

  private Query dates(double from, double to) throws IOException {
    SearchIndex.requireDates(reader);
    long first =
        NumericUtils.sortableBytesToLong(
            PointValues.getMinPackedValue(reader, SearchIndex.DATE), 0);
    long last =
        NumericUtils.sortableBytesToLong(
            PointValues.getMaxPackedValue(reader, SearchIndex.DATE), 0);
    double length = (double) last - first;
    return LongField.newRangeQuery(
        SearchIndex.DATE, first + (long) (from * length), first + (long) (to * length));
  }

  /** The sketch of a random document. */
  private NearDuplicateQuery similar() throws IOException {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      String id = reader.storedFields().document(random.nextInt(reader.maxDoc())).get("id");
      Query query = NearDuplicateQuery.ofDocument(new Term("id", id), 0.8);
      if (new IndexSearcher(reader).rewrite(query) instanceof NearDuplicateQuery found) {
        return found;
      }
    }
    throw new IllegalArgumentException("the index has too few documents with sketches");
  }

  /** Two words that follow each other somewhere. */
  private Query phrase() throws IOException {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      String[] words = words();
      int i = random.nextInt(words.length);
      if (i + 1 < words.length
          && within(words[i], 0.005, 0.3)
          && within(words[i + 1], 0.005, 0.3)) {
        return new PhraseQuery(SearchIndex.TEXT, words[i], words[i + 1]);
      }
    }
    throw new IllegalArgumentException("the index has too few common words for phrases");
  }

  /** A word that occurs in a share of the documents within these bounds. */
  private Term word(double least, double most) throws IOException {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      String[] words = words();
      String word = words[random.nextInt(words.length)];
      if (within(word, least, most)) {
        return new Term(SearchIndex.TEXT, word);
      }
    }
    throw new IllegalArgumentException(
        "there must be more documents: no word found in a share of "
            + least
            + " to "
            + most
            + " of them, got "
            + reader.numDocs());
  }

  private boolean within(String word, double least, double most) throws IOException {
    double share = reader.docFreq(new Term(SearchIndex.TEXT, word)) / (double) reader.numDocs();
    return least <= share && share <= most;
  }

  private String[] words() throws IOException {
    String text =
        reader.storedFields().document(random.nextInt(reader.maxDoc())).get(SearchIndex.TEXT);
    return NO_WORD.split(text.toLowerCase(Locale.ROOT), -1);
  }
}
