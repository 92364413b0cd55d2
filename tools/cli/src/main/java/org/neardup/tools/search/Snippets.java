// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.io.IOException;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.lucene.document.Document;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.uhighlight.LengthGoalBreakIterator;
import org.apache.lucene.search.uhighlight.Passage;
import org.apache.lucene.search.uhighlight.PassageFormatter;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.apache.lucene.search.uhighlight.WholeBreakIterator;
import org.neardup.tools.analysis.NamedFields;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.page.Excerpt;
import org.neardup.tools.search.Snippets.Part;

/**
 * What is shown of hits: what the query matches in their stored titles and texts, with the words
 * around it, and stored fields. Reads the first 200,000 characters of a text. For one thread.
 */
public final class Snippets {
  private static final int MAX_TEXT_CHARACTERS = 200_000;
  private static final int MAX_PASSAGES = 2;
  private static final int PASSAGE_CHARACTERS = 140;
  private static final float MATCH_IN_THE_MIDDLE = 0.5f;

  /** Addresses, also of links as Markdown has them: they tell a reader little. */
  private static final Pattern ADDRESSES =
      Pattern.compile(
          "\\[?\\(?\\b(?:https?://|www\\.)[^\\s)\\]>\"]*[)\\]]?(?:\\(https?://[^\\s)]*\\))?");

  /**
   * Some words of a snippet.
   *
   * @param text on one line: white space is one blank
   * @param match whether the query matches them
   */
  public record Part(String text, boolean match) {}

  private final NeardupIndex index;
  private final Query query;
  private final List<String> names;
  private final UnifiedHighlighter passages;
  private final UnifiedHighlighter whole;

  /**
   * Of the hits of a query.
   *
   * @param index stays open
   * @param names of the stored fields to show, in their order
   * @throws org.neardup.tools.console.ToolException if no document has one of them
   */
  public Snippets(NeardupIndex index, Query query, List<String> names) {
    NamedFields known = NamedFields.of(index.all());
    names.forEach(name -> known.require("--fields", name));
    this.index = index;
    this.query = query;
    this.names = List.copyOf(names);
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
   * The passages of a document that match best, of the first text field in which any does, without
   * the addresses in them unless these alone match; without a match the beginning of its text;
   * nothing if no text is stored.
   */
  public List<Part> text(int doc) throws IOException {
    List<String> fields = index.words();
    Document stored = index.all().storedFields().document(doc, Set.copyOf(fields));
    List<Part> beginning = List.of();
    for (boolean hasAddresses : new boolean[] {false, true}) {
      for (String field : fields) {
        String text = stored.get(field);
        List<Part> parts = parts(passages, field, hasAddresses ? text : withoutAddresses(text));
        if (parts.stream().anyMatch(Part::match)) {
          return parts;
        } else if (beginning.isEmpty()) {
          beginning = parts;
        }
      }
    }
    return beginning;
  }

  private static String withoutAddresses(String text) {
    return text == null
        ? null
        : ADDRESSES
            .matcher(text.substring(0, Math.min(text.length(), MAX_TEXT_CHARACTERS)))
            .replaceAll(" ");
  }

  /** The values of each field that the document stores. */
  Map<String, List<String>> fields(int doc) throws IOException {
    Document stored = index.all().storedFields().document(doc, Set.copyOf(names));
    Map<String, List<String>> fields = new LinkedHashMap<>();
    for (String name : names) {
      List<String> values = List.of(stored.getValues(name));
      if (!values.isEmpty()) {
        fields.put(name, values);
      }
    }
    return fields;
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

  /** Takes passages of a text apart into what matches and what stands between. For any thread. */
  private static final class SnippetFormatter extends PassageFormatter {
    /** Of the words between two matches, and of a match: a word may be longer than a passage. */
    private static final int MAX_CHARACTERS = 300;

    private static final String GAP = "…";
    private static final Pattern BLANKS = Pattern.compile("\\s+", Pattern.UNICODE_CHARACTER_CLASS);

    @Override
    public List<Part> format(Passage[] passages, String text) {
      List<Part> parts = new ArrayList<>();
      int end = 0;
      for (Passage passage : passages) {
        if (passage.getStartOffset() > end) {
          add(parts, parts.isEmpty() ? GAP + " " : " " + GAP + " ", false);
        }
        end = addPassage(parts, passage, text);
      }
      if (end < text.stripTrailing().length()) {
        add(parts, " " + GAP, false);
      }
      return parts;
    }

    private static int addPassage(List<Part> parts, Passage passage, String text) {
      int from = passage.getStartOffset();
      for (int i = 0; i < passage.getNumMatches(); i++) {
        int start = Math.max(from, passage.getMatchStarts()[i]);
        int end = Math.min(passage.getEndOffset(), passage.getMatchEnds()[i]);
        if (start < end) { // matches may overlap
          add(parts, text.substring(from, start), false);
          add(parts, text.substring(start, end), true);
          from = end;
        }
      }
      int end = Math.max(from, passage.getEndOffset());
      add(parts, text.substring(from, end), false);
      return end;
    }

    private static void add(List<Part> parts, String words, boolean match) {
      if (!words.isEmpty()) {
        parts.add(
            new Part(
                BLANKS.matcher(Excerpt.shortened(words, MAX_CHARACTERS)).replaceAll(" "), match));
      }
    }
  }
}
