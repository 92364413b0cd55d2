// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.stored;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.group.AnchoredGrouping;

/**
 * The pages of one search by {@link StoredTextCollapse}, one after another; no two hits of any
 * pages are near-duplicates. Keeps the sketches of all that was shown. For one thread.
 */
public final class StoredTextPages {
  private static final int MAX_BATCH = 1000;

  private final IndexSearcher searcher;
  private final Set<String> fields;
  private final TextSketcher sketcher;
  private final boolean countsElements;
  private final AnchoredGrouping grouping;
  private final Query query;
  private final Sort sort;
  private final List<Shown> shown = new ArrayList<>();
  private ScoreDoc[] batch = {};
  private int next;
  private int batchSize;
  private boolean exhausted;
  private long lookedAt;

  /**
   * One hit.
   *
   * @param doc the document, a {@link org.apache.lucene.search.FieldDoc} with the values it is
   *     sorted by
   * @param versions how many near-duplicates of it were looked at so far, itself included; more may
   *     follow
   */
  public record Hit(ScoreDoc doc, int versions) {}

  private static final class Shown {
    private final ScoreDoc doc;
    private final SketchedText text;
    private int versions = 1;

    Shown(ScoreDoc doc, SketchedText text) {
      this.doc = doc;
      this.text = text;
    }

    Hit hit() {
      return new Hit(doc, versions);
    }
  }

  StoredTextPages(StoredTextCollapse settings, IndexSearcher searcher, Query query, Sort sort) {
    this.searcher = searcher;
    fields = Set.copyOf(settings.fields());
    sketcher = settings.textSketcher();
    countsElements = new SketchComparer(sketcher.parameters(), settings.rule()).readsTexts();
    this.query = query;
    this.sort = sort;
    grouping = new AnchoredGrouping(sketcher.parameters(), settings.rule());
  }

  /**
   * The next hits: as many as asked for, fewer only where the matches end.
   *
   * @param n at least 1
   */
  public List<Hit> next(int n) throws IOException {
    if (n < 1) {
      throw new IllegalArgumentException("n must be at least 1, got " + n);
    }
    batchSize = Math.max(batchSize, Math.min(n, MAX_BATCH));
    int start = shown.size();
    while (shown.size() - start < n && hasNext()) {
      look(batch[next++]);
    }
    return shown.subList(start, shown.size()).stream().map(Shown::hit).toList();
  }

  private boolean hasNext() throws IOException {
    if (next == batch.length && !exhausted) {
      ScoreDoc last = batch.length == 0 ? null : batch[batch.length - 1];
      batch = searcher.searchAfter(last, query, batchSize, sort).scoreDocs;
      exhausted = batch.length < batchSize;
      batchSize = Math.min(2 * batchSize, MAX_BATCH);
      next = 0;
    }
    return next < batch.length;
  }

  private void look(ScoreDoc doc) throws IOException {
    lookedAt++;
    SketchedText text = text(doc.doc);
    int number = grouping.find(text.value(), i -> Optional.of(shown.get(i).text.counted(text)));
    if (number >= 0) {
      shown.get(number).versions++;
    } else {
      grouping.add(text.value());
      shown.add(new Shown(doc, text));
    }
  }

  private SketchedText text(int doc) throws IOException {
    SketchedText text = sketcher.sketch(searcher.storedFields().document(doc, fields), 0);
    return countsElements ? text : text.withoutElements();
  }

  /** How many documents were looked at for all pages so far. */
  public long lookedAt() {
    return lookedAt;
  }
}
