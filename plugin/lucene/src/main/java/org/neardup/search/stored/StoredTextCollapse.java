// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.stored;

import java.util.List;
import java.util.Objects;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.neardup.analysis.Shingling;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.sketch.Bands;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotSketcher;

/**
 * One version of each text in an index built without sketches: the documents about to be shown are
 * sketched from their stored text, and of those that resemble each other only the first is shown; a
 * later one is a version of the one that it resembles most.
 *
 * <pre>{@code
 * StoredTextCollapse collapse = StoredTextCollapse.of(analyzer, "text");
 * StoredTextPages pages = collapse.pages(searcher, query, Sort.RELEVANCE);
 * List<StoredTextPages.Hit> first = pages.next(10);
 * }</pre>
 *
 * <p>Only documents looked at are compared, so there is no total of groups; the text of each is
 * read and analysed. Sketches that must share 90 of 100 slots are {@code
 * withSketcher(Sketches.minHash(100, seed)).withThreshold(0.9)}.
 *
 * @param analyzer makes the tokens that are compared; not closed
 * @param fields stored text fields, in the order in which they follow each other; at least one
 * @param shingling what an element is
 * @param sketcher makes the sketches; its slots are compared whole
 * @param threshold share of the slots from which on two texts are near-duplicates, which is their
 *     estimated resemblance; above 0, at most 1
 * @param minElements a text with fewer elements is a near-duplicate only of one with the same
 *     tokens; at least 1. A text without any is of none
 */
public record StoredTextCollapse(
    Analyzer analyzer,
    List<String> fields,
    Shingling shingling,
    SlotSketcher sketcher,
    double threshold,
    int minElements) {

  /** Checks the ranges. */
  public StoredTextCollapse {
    Objects.requireNonNull(analyzer, "analyzer");
    Objects.requireNonNull(shingling, "shingling");
    Objects.requireNonNull(sketcher, "sketcher");
    fields = List.copyOf(Objects.requireNonNull(fields, "fields"));
    require(!fields.isEmpty(), "fields must name at least one field", fields);
    require(threshold > 0 && threshold <= 1, "threshold must be above 0 and at most 1", threshold);
    require(minElements >= 1, "minElements must be at least 1", minElements);
  }

  private static void require(boolean condition, String constraint, Object value) {
    if (!condition) {
      throw new IllegalArgumentException(constraint + ", got " + value);
    }
  }

  /** Shingles of 5 words, 128 slots, threshold .8, at least 8 elements. */
  public static StoredTextCollapse of(Analyzer analyzer, String... fields) {
    return new StoredTextCollapse(
        analyzer,
        List.of(Objects.requireNonNull(fields, "fields")),
        Shingling.words(5),
        Sketches.fast(),
        0.8,
        8);
  }

  /** The same with another shingling. */
  public StoredTextCollapse withShingling(Shingling newShingling) {
    return new StoredTextCollapse(analyzer, fields, newShingling, sketcher, threshold, minElements);
  }

  /** The same with other sketches. */
  public StoredTextCollapse withSketcher(SlotSketcher newSketcher) {
    return new StoredTextCollapse(analyzer, fields, shingling, newSketcher, threshold, minElements);
  }

  /** The same with another threshold. */
  public StoredTextCollapse withThreshold(double newThreshold) {
    return new StoredTextCollapse(analyzer, fields, shingling, sketcher, newThreshold, minElements);
  }

  /** Sketches decide; sets are counted, as few values make a rough estimate. */
  public ResemblanceRule rule() {
    return shingling.unit() == Shingling.Unit.VALUE
        ? ResemblanceRule.exact(threshold)
        : ResemblanceRule.sketch(threshold);
  }

  /** Makes the sketches, whole and to be compared one by one: their bands are not used. */
  TextSketcher textSketcher() {
    SketchFormat format = SketchFormat.of(sketcher, Long.SIZE, shingling.toString());
    SketchParameters parameters = new SketchParameters(format, new Bands(1, 1), minElements);
    return new TextSketcher(analyzer, fields, shingling, sketcher, parameters);
  }

  /** The pages of a search, from the first one on. */
  public StoredTextPages pages(IndexSearcher searcher, Query query, Sort sort) {
    return new StoredTextPages(this, searcher, query, sort);
  }
}
