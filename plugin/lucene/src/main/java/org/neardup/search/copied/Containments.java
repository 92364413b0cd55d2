// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.neardup.search.RecordedGroups;
import org.neardup.search.VersionGroups;
import org.neardup.search.copied.DocumentTexts.FieldText;

/**
 * Finds what was copied, and from where: the documents that hold the most of a text, however much
 * else they hold.
 *
 * <pre>{@code
 * Containments containments = Containments.of(analyzer, "text").withMinimum(0.3);
 * CopiedText copied = containments.search(searcher, draft, null, 10);
 * }</pre>
 *
 * <p>The containment of a text A in a document B is |A∩B| / |A| for their sets of shingles (Broder,
 * "On the resemblance and containment of documents", 1997). Any index will do whose text fields are
 * indexed with positions and stored; nothing else is needed in it. Candidates are found in Lucene's
 * postings, by phrases of a sample of the text's shingles; then their stored texts are read, and
 * all shingles are counted. If the index was made with the same shingles of these fields, sketches
 * tell which candidates are too short to hold enough, and which are copies of another; these are
 * not read. So what is found is right, and a document that holds exactly the minimum is missed with
 * a probability of about .001; one that holds more, with less.
 *
 * <p>A phrase finds a shingle only where the same words stand at the same distances: with an
 * analyzer that removes words, a candidate in which others were removed between them is found by
 * its other shingles. A text of fewer words than a shingle is one shingle, which only the same text
 * holds.
 *
 * <p>A reader over all documents gives hidden ones too, with the visible one that stands for each;
 * a reader of {@link org.neardup.search.OneVersion} gives visible ones.
 *
 * <p>A search reads postings of at least 32 phrases, more for a minimum below about .2, and
 * analyses the texts of candidates, at most {@code mostCandidates}; it needs four bytes for each
 * document of the largest segment. Immutable; for any number of threads.
 *
 * @param analyzer that made the terms of the index; not closed
 * @param fields indexed with positions, and stored, in the order in which they follow each other;
 *     at least one
 * @param shingleSize words in a shingle, 2 to 256: shorter passages are not seen
 * @param minimum least containment of the text in a document, above 0, at most 1
 * @param mostCandidates how many documents are read for a search at most, those with most of the
 *     phrases first, known copies once; at least 1
 * @param groups which documents of a reader stand for hidden ones
 */
public record Containments(
    Analyzer analyzer,
    List<String> fields,
    int shingleSize,
    double minimum,
    int mostCandidates,
    VersionGroups.Source groups) {

  /** Checks the ranges. */
  public Containments {
    Objects.requireNonNull(analyzer, "analyzer");
    Objects.requireNonNull(groups, "groups");
    fields = List.copyOf(fields);
    require(!fields.isEmpty(), "fields must name at least one field", fields);
    boolean isSize = shingleSize >= 2 && shingleSize <= 256;
    require(isSize, "shingleSize must be between 2 and 256", shingleSize);
    require(minimum > 0 && minimum <= 1, "minimum must be above 0 and at most 1", minimum);
    require(mostCandidates >= 1, "mostCandidates must be at least 1", mostCandidates);
  }

  static void require(boolean condition, String constraint, Object value) {
    if (!condition) {
      throw new IllegalArgumentException(constraint + ", got " + value);
    }
  }

  /** Shingles of 5 words, minimum .3, at most 5,000 candidates, groups as they are recorded. */
  public static Containments of(Analyzer analyzer, String... fields) {
    return new Containments(
        analyzer,
        List.of(Objects.requireNonNull(fields, "fields")),
        5,
        0.3,
        5000,
        RecordedGroups::new);
  }

  /** The same with another size of shingles. */
  public Containments withShingleSize(int newShingleSize) {
    return new Containments(analyzer, fields, newShingleSize, minimum, mostCandidates, groups);
  }

  /** The same with another minimum. */
  public Containments withMinimum(double newMinimum) {
    return new Containments(analyzer, fields, shingleSize, newMinimum, mostCandidates, groups);
  }

  /** The same with another bound on the documents that are read. */
  public Containments withMostCandidates(int newMostCandidates) {
    return new Containments(analyzer, fields, shingleSize, minimum, newMostCandidates, groups);
  }

  /** The same for an index whose groups are derived. */
  public Containments withGroups(VersionGroups.Source newGroups) {
    return new Containments(analyzer, fields, shingleSize, minimum, mostCandidates, newGroups);
  }

  /**
   * Searches for the documents that hold the most of a text, which is taken as one of the first
   * field.
   *
   * @param filter what else the documents have to match, such as a scope; null for nothing
   * @param count of hits and of sources to return, at least 1
   * @throws IllegalArgumentException if a field has no positions, or a candidate stores no text
   */
  public CopiedText search(IndexSearcher searcher, String text, Query filter, int count)
      throws IOException {
    List<FieldText> texts = List.of(new FieldText(fields.getFirst(), text));
    return new CopySearch(this, searcher, texts, -1).run(filter, count);
  }

  /**
   * The same for the stored text of a document, which is no hit itself. Offsets are those in its
   * texts, field after field, with a line end between two.
   *
   * @param doc its number in the searcher's reader
   */
  public CopiedText search(IndexSearcher searcher, int doc, Query filter, int count)
      throws IOException {
    Objects.checkIndex(doc, searcher.getIndexReader().maxDoc());
    List<FieldText> texts = new DocumentTexts(searcher.getIndexReader(), fields).read(doc);
    return new CopySearch(this, searcher, texts, doc).run(filter, count);
  }

  /**
   * The stored texts of a document as offsets count them: field after field, with a line end
   * between two.
   *
   * @throws IllegalArgumentException if it stores none
   */
  public String text(IndexSearcher searcher, int doc) throws IOException {
    return DocumentTexts.joined(new DocumentTexts(searcher.getIndexReader(), fields).read(doc));
  }
}
