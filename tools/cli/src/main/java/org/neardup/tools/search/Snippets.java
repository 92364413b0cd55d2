// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.io.IOException;
import java.text.BreakIterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.lucene.document.Document;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.uhighlight.LengthGoalBreakIterator;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.apache.lucene.search.uhighlight.WholeBreakIterator;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.NeardupIndex;

/**
 * What a query matches in stored titles and texts, with the words around it. Reads the first
 * 200,000 characters of a text. For one thread.
 */
public final class Snippets {
  private static final int MAX_TEXT_CHARACTERS = 200_000;
  private static final int MAX_PASSAGES = 2;
  private static final int PASSAGE_CHARACTERS = 140;
  private static final float MATCH_IN_THE_MIDDLE = 0.5f;

  /**
   * Some words of a snippet.
   *
   * @param text on one line: white space is one blank
   * @param match whether the query matches them
   */
  public record Part(String text, boolean match) {}

  private final NeardupIndex index;
  private final Query query;
  private final UnifiedHighlighter passages;
  private final UnifiedHighlighter whole;

  /**
   * Makes snippets for a query.
   *
   * @param index stays open
   */
  public Snippets(NeardupIndex index, Query query) {
    this.index = index;
    this.query = query;
    passages = highlighter(index, Snippets::passageEnds);
    whole = highlighter(index, WholeBreakIterator::new);
  }

  private static UnifiedHighlighter highlighter(
      NeardupIndex index, Supplier<BreakIterator> passageEnds) {
    return UnifiedHighlighter.builderWithoutSearcher(index.queryAnalyzer())
        .withMaxLength(MAX_TEXT_CHARACTERS)
        .withBreakIterator(passageEnds)
        .withFormatter(new SnippetFormatter())
        .build();
  }

  private static BreakIterator passageEnds() {
    return LengthGoalBreakIterator.createClosestToLength(
        BreakIterator.getWordInstance(Locale.ROOT), PASSAGE_CHARACTERS, MATCH_IN_THE_MIDDLE);
  }

  /**
   * The passages of a document that match best, of the first text field in which any does; without
   * a match the beginning of its text; nothing if no text is stored.
   */
  public List<Part> text(int doc) throws IOException {
    List<String> fields = Fields.words(index.config());
    Document stored = index.all().storedFields().document(doc, Set.copyOf(fields));
    List<Part> beginning = List.of();
    for (String field : fields) {
      List<Part> parts = parts(passages, field, stored.get(field));
      if (parts.stream().anyMatch(Part::match)) {
        return parts;
      } else if (beginning.isEmpty()) {
        beginning = parts;
      }
    }
    return beginning;
  }

  /** A whole title, with what matches in it. */
  public List<Part> title(String title) throws IOException {
    return parts(whole, Fields.TITLE, title);
  }

  @SuppressWarnings("unchecked") // it is what the formatter gives
  private List<Part> parts(UnifiedHighlighter highlighter, String field, String text)
      throws IOException {
    if (text == null || text.isBlank()) {
      return List.of();
    }
    return (List<Part>) highlighter.highlightWithoutSearcher(field, query, text, MAX_PASSAGES);
  }
}
