// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.neardup.compare.SketchComparer;
import org.neardup.compare.SketchParameters;
import org.neardup.compare.SketchedText;
import org.neardup.compare.TextSketcher;
import org.neardup.search.stored.StoredTextCollapse;
import org.neardup.sketch.Bands;
import org.neardup.sketch.SketchFormat;

/**
 * Finds what {@link StoredTextCollapse} finds, for many queries on one index: remembers sketches
 * and which texts resemble each other, where that makes them anew for each query. For one thread.
 */
final class QueryTimeSearch {
  private static final int MAX_BATCH = 1000;

  private final IndexSearcher searcher;
  private final int mostRemembered;
  private final TextSketcher sketcher;
  private final SketchComparer comparer;
  private final Set<String> fields;
  private final Map<Integer, Integer> numbers = new HashMap<>();
  private final List<Remembered> documents = new ArrayList<>();

  /** A document that some query found. Both sets hold numbers of such documents. */
  private static final class Remembered {
    private final SketchedText text;
    private final BitSet compared = new BitSet();
    private final BitSet near = new BitSet(); // of those compared

    Remembered(SketchedText text) {
      this.text = text;
    }
  }

  /**
   * @param mostRemembered with more documents than this it forgets all before the next query; each
   *     takes some kilobytes
   */
  QueryTimeSearch(IndexSearcher searcher, StoredTextCollapse settings, int mostRemembered) {
    this.searcher = searcher;
    this.mostRemembered = mostRemembered;
    SketchFormat format =
        SketchFormat.of(settings.sketcher(), Long.SIZE, settings.shingling().toString());
    sketcher =
        new TextSketcher(
            settings.analyzer(),
            settings.fields(),
            settings.shingling(),
            settings.sketcher(),
            new SketchParameters(format, new Bands(1, 1), settings.minElements()));
    comparer = new SketchComparer(sketcher.parameters(), settings.rule());
    fields = Set.copyOf(settings.fields());
  }

  /**
   * The best hits for a query, no two of them near-duplicates: as many as asked for, fewer only
   * where the matches end.
   *
   * @param n at least 1
   */
  List<ScoreDoc> search(Query query, int n) throws IOException {
    if (documents.size() > mostRemembered) {
      numbers.clear();
      documents.clear();
    }
    List<ScoreDoc> hits = new ArrayList<>();
    BitSet shown = new BitSet();
    int size = Math.min(n, MAX_BATCH);
    ScoreDoc last = null;
    ScoreDoc[] batch;
    do {
      batch = searcher.searchAfter(last, query, size, Sort.RELEVANCE).scoreDocs;
      for (ScoreDoc doc : batch) {
        if (hits.size() < n && show(number(doc.doc), shown)) {
          hits.add(doc);
        }
        last = doc;
      }
    } while (batch.length == size && hits.size() < n);
    return hits;
  }

  /** Adds a document to those shown unless it is a near-duplicate of one. */
  private boolean show(int number, BitSet shown) throws IOException {
    compare(number, shown);
    boolean isNew = !documents.get(number).near.intersects(shown);
    shown.set(number, isNew);
    return isNew;
  }

  private void compare(int number, BitSet others) throws IOException {
    Remembered document = documents.get(number);
    BitSet missing = (BitSet) others.clone();
    missing.andNot(document.compared);
    for (int i = missing.nextSetBit(0); i >= 0; i = missing.nextSetBit(i + 1)) {
      Remembered other = documents.get(i);
      boolean isNear = isNear(other.text, document.text);
      document.compared.set(i);
      other.compared.set(number);
      document.near.set(i, isNear);
      other.near.set(number, isNear);
    }
  }

  private boolean isNear(SketchedText a, SketchedText b) throws IOException {
    return comparer.verdict(a.value(), b.value(), () -> Optional.of(a.counted(b))).isNear();
  }

  private int number(int doc) throws IOException {
    Integer known = numbers.get(doc);
    if (known != null) {
      return known;
    }
    SketchedText text = sketcher.sketch(searcher.storedFields().document(doc, fields), 0);
    documents.add(new Remembered(comparer.readsTexts() ? text : text.withoutElements()));
    numbers.put(doc, documents.size() - 1);
    return documents.size() - 1;
  }
}
