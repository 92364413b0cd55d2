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
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.NumericUtils;
import org.neardup.search.similar.NearDuplicateQuery;

/** Queries made of the words of random documents; the same ones for the same index. */
final class SearchQueries {
  private static final Pattern NO_WORD = Pattern.compile("[^a-z]+");

  private static final int COUNT = 20; // of each kind
  private static final int MAX_TRIES = 100_000;

  private final Random random = new Random(42);
  private final DirectoryReader reader;

  SearchQueries(DirectoryReader reader) {
    this.reader = reader;
  }

  /** Queries that are alike. */
  record Kind(String name, List<Query> queries) {}

  /** As many queries of each kind. */
  List<Kind> kinds() throws IOException {
    List<Query> similar = make(this::similar);
    return List.of(
        new Kind("term", make(() -> new TermQuery(word(0.02, 0.3)))),
        new Kind("and", make(() -> bool(Occur.MUST))),
        new Kind("or", make(() -> bool(Occur.SHOULD))),
        new Kind("filtered", make(this::filtered)),
        new Kind("similar", similar),
        new Kind(
            "compared",
            similar.stream().<Query>map(each -> ((NearDuplicateQuery) each).exact()).toList()));
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

  /** With the later half of all dates: a field in which versions differ. */
  private Query filtered() throws IOException {
    long first =
        NumericUtils.sortableBytesToLong(
            PointValues.getMinPackedValue(reader, SearchIndex.DATE), 0);
    long last =
        NumericUtils.sortableBytesToLong(
            PointValues.getMaxPackedValue(reader, SearchIndex.DATE), 0);
    return new BooleanQuery.Builder()
        .add(bool(Occur.SHOULD), Occur.MUST)
        .add(
            LongField.newRangeQuery(SearchIndex.DATE, first + (last - first) / 2, last),
            Occur.FILTER)
        .build();
  }

  /** The sketch of a random document. */
  private Query similar() throws IOException {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      String id = reader.storedFields().document(random.nextInt(reader.maxDoc())).get("id");
      Query query = NearDuplicateQuery.ofDocument(new Term("id", id), 0.8);
      if (new IndexSearcher(reader).rewrite(query) instanceof NearDuplicateQuery found) {
        return found;
      }
    }
    throw new IllegalArgumentException("the index has too few documents with sketches");
  }

  /** A word that occurs in a share of the documents within these bounds. */
  private Term word(double least, double most) throws IOException {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      int doc = random.nextInt(reader.maxDoc());
      String text = reader.storedFields().document(doc).get(SearchIndex.TEXT);
      String[] words = NO_WORD.split(text.toLowerCase(Locale.ROOT), -1);
      Term word = new Term(SearchIndex.TEXT, words[random.nextInt(words.length)]);
      double share = reader.docFreq(word) / (double) reader.numDocs();
      if (least <= share && share <= most) {
        return word;
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
}
