// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.stored;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.group.AnchoredGrouping;

/**
 * The stored texts of one searcher, for several searches: remembers the sketches of those that were
 * looked at. For one thread.
 */
public final class StoredTextSearch {
  private final StoredTextCollapse settings;
  private final IndexSearcher searcher;
  private final int mostRemembered;
  private final TextSketcher sketcher;
  private final boolean countsElements;
  private final Set<String> fields;
  private final Map<Integer, SketchedText> remembered = new HashMap<>();

  /**
   * Remembers nothing yet.
   *
   * @param mostRemembered a search that finds more than this remembered forgets them; each takes 1
   *     KB or more, with {@link org.neardup.analysis.Shingling.Unit#VALUE} its elements, too
   */
  public StoredTextSearch(StoredTextCollapse settings, IndexSearcher searcher, int mostRemembered) {
    this.settings = settings;
    this.searcher = searcher;
    this.mostRemembered = mostRemembered;
    sketcher = settings.textSketcher();
    countsElements = new SketchComparer(sketcher.parameters(), settings.rule()).readsTexts();
    fields = Set.copyOf(settings.fields());
  }

  /** The pages of a search, from the first one on. */
  public StoredTextPages pages(Query query, Sort sort) {
    if (remembered.size() > mostRemembered) {
      remembered.clear();
    }
    return new StoredTextPages(this, query, sort);
  }

  IndexSearcher searcher() {
    return searcher;
  }

  AnchoredGrouping newGrouping() {
    return new AnchoredGrouping(sketcher.parameters(), settings.rule());
  }

  SketchedText text(int doc) throws IOException {
    SketchedText text = remembered.get(doc);
    if (text == null) {
      text = sketcher.sketch(searcher.storedFields().document(doc, fields), 0);
      text = countsElements ? text : text.withoutElements();
      remembered.put(doc, text);
    }
    return text;
  }
}
