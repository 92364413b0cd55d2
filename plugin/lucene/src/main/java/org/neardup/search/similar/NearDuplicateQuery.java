// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.similar;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.sketch.ShareEstimate;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.internal.sketch.SlotPacking;
import org.neardup.search.OneVersion;
import org.neardup.sketch.Bands;

/**
 * Matches the documents whose sketch resembles a given one: those with an estimated resemblance of
 * at least a minimum, which is their score (times the boost). A document all of whose slots agree
 * matches whatever the minimum, but scores below 1, as {@link ShareEstimate} says: only the same
 * text scores 1.
 *
 * <p>The rules are those of a collapse without guards. A text of fewer elements than the index's
 * {@code minElements} matches the same text only; an empty text matches nothing; texts of different
 * scopes have no element in common. With the default sketches of 128 slots of 8 bits unrelated
 * documents have an estimate of up to about .03 by chance: a lower minimum finds whatever there is.
 * A document's own sketch matches it with score 1.
 *
 * <p>Candidates are looked up by bands if the bands find a document of exactly the minimum with a
 * probability of at least .99; they then find all but a few of those above it. The bands of an
 * index are chosen for its threshold and are good from a little below it. Documents without bands,
 * because they were hidden when they were written, are compared one by one, unless the reader hides
 * them. All sketches are compared, and no document is missed, if the bands are not good enough, if
 * there are none or guards part them, or if so many documents share one that looking them up would
 * cost more. {@link #exact()} gives a query that never misses any.
 *
 * <p>Immutable, and independent of any reader: may be searched with by many threads, and is cached
 * in segments without hidden documents. Searching a segment whose sketches are of another format
 * throws {@link IllegalArgumentException}, naming both.
 */
public final class NearDuplicateQuery extends Query {
  /** The probability of being found, at the minimum, from which on bands are used. */
  private static final double BAND_RECALL = 0.99;

  private final String field;
  private final SketchFormat format;
  private final byte[] sketch;
  private final double minimum;
  private final boolean exact;

  /**
   * Matches documents that resemble a sketch.
   *
   * @param field that holds the sketches, {@link DocumentRecord#SKETCH_FIELD} if the hook wrote
   *     them
   * @param format of the sketch
   * @param sketch as {@link SketchValue} lays it out; copied
   * @param minimum least estimated resemblance, above 0, at most 1
   */
  @SuppressWarnings("exports") // for Neardup's own hosts
  public NearDuplicateQuery(String field, SketchFormat format, byte[] sketch, double minimum) {
    this(field, format, sketch.clone(), checkMinimum(minimum), false);
    int keys = sketch.length - SketchValue.length(format);
    if (keys < 0 || keys % Long.BYTES != 0) {
      throw new IllegalArgumentException(
          "sketch must have "
              + SketchValue.length(format)
              + " bytes, and 8 for each guard, got "
              + sketch.length);
    }
  }

  private NearDuplicateQuery(
      String field, SketchFormat format, byte[] sketch, double minimum, boolean exact) {
    this.field = field;
    this.format = format;
    this.sketch = sketch;
    this.minimum = minimum;
    this.exact = exact;
  }

  static double checkMinimum(double minimum) {
    if (!(minimum > 0 && minimum <= 1)) { // so that NaN is refused
      throw new IllegalArgumentException(
          "minimum resemblance must be above 0 and at most 1, got " + minimum);
    }
    return minimum;
  }

  /**
   * Matches documents that resemble a document of the index, and that document.
   *
   * <p>The document is looked up when the query is rewritten, among all that are not deleted. It is
   * found even if {@link org.neardup.search.OneVersion} hides it, but not if another filter does.
   * If there is none, or its text is empty, nothing matches.
   *
   * @param id an indexed term that no other document has
   */
  public static Query ofDocument(Term id, double minimum) {
    return new OfDocument(id, minimum);
  }

  /** As {@link #ofDocument(Term, double)}, by the field {@code id}. */
  public static Query ofDocument(String id, double minimum) {
    return ofDocument(new Term("id", Objects.requireNonNull(id, "id")), minimum);
  }

  /**
   * Matches documents of the hook's that resemble a text; nothing if the text has no tokens.
   *
   * @param sketcher the index's; used now only
   * @param scope the name of the scope in which to look, null if there is none
   */
  public static Query ofText(TextSketcher sketcher, String text, String scope, double minimum)
      throws IOException {
    checkMinimum(minimum);
    SketchedText sketched = sketcher.sketch(text, sketcher.scope(scope));
    if (sketched.value() == null) {
      return new MatchNoDocsQuery("a text without tokens");
    }
    return new NearDuplicateQuery(
        DocumentRecord.SKETCH_FIELD, sketcher.parameters().format(), sketched.value(), minimum);
  }

  /** The same, without bands that may miss a document. */
  public NearDuplicateQuery exact() {
    return new NearDuplicateQuery(field, format, sketch, minimum, true);
  }

  /** The same with another minimum. */
  public NearDuplicateQuery withMinimum(double newMinimum) {
    return new NearDuplicateQuery(field, format, sketch, checkMinimum(newMinimum), exact);
  }

  String field() {
    return field;
  }

  SketchFormat format() {
    return format;
  }

  /** Not to be written to. */
  byte[] sketch() {
    return sketch;
  }

  double minimum() {
    return minimum;
  }

  /** Whether looking up bands finds what this query has to find: not what guards part. */
  boolean bandsSuffice(SketchParameters parameters) {
    if (!parameters.guards().isEmpty()) {
      return false;
    }
    SlotPacking packing = parameters.format().packing();
    Bands bands = parameters.bands();
    return SketchValue.elements(sketch, 0) < parameters.minElements()
        || minimum >= certainMinimum(parameters)
        || (!exact && bands.matchProbability(packing.agreementProbability(minimum)) >= BAND_RECALL);
  }

  /**
   * The least estimate of which no document can be missed: two sketches without a common band
   * differ in at least one slot of each.
   */
  static double certainMinimum(SketchParameters parameters) {
    SlotPacking packing = parameters.format().packing();
    return packing.resemblance(packing.slots() - parameters.bands().bands() + 1);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new NearDuplicateWeight(this, boost);
  }

  @Override
  public void visit(QueryVisitor visitor) {
    if (visitor.acceptField(field)) {
      visitor.visitLeaf(this);
    }
  }

  @Override
  public String toString(String defaultField) {
    return String.format(
        Locale.ROOT,
        "neardup(%s:%016x >= %s%s)",
        field,
        SketchValue.textHash(sketch, 0),
        minimum,
        exact ? ", exact" : "");
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other)
        && other instanceof NearDuplicateQuery that
        && field.equals(that.field)
        && format.equals(that.format)
        && Arrays.equals(sketch, that.sketch)
        && minimum == that.minimum
        && exact == that.exact;
  }

  @Override
  public int hashCode() {
    int hash = classHash();
    hash = 31 * hash + field.hashCode();
    hash = 31 * hash + Arrays.hashCode(sketch);
    hash = 31 * hash + Double.hashCode(minimum);
    return 31 * hash + Boolean.hashCode(exact);
  }

  /** Becomes, in an index, a {@link NearDuplicateQuery} of the sketch that a document has there. */
  private static final class OfDocument extends Query {
    private final Term id;
    private final double minimum;

    OfDocument(Term id, double minimum) {
      this.id = id;
      this.minimum = checkMinimum(minimum);
    }

    @Override
    public Query rewrite(IndexSearcher searcher) throws IOException {
      OptionalInt doc = OneVersion.find(searcher.getIndexReader(), id);
      if (doc.isEmpty()) {
        return new MatchNoDocsQuery("no document " + id);
      }
      LeafReaderContext leaf =
          searcher
              .getLeafContexts()
              .get(ReaderUtil.subIndex(doc.getAsInt(), searcher.getLeafContexts()));
      SketchReader sketches = SketchReader.of(leaf, DocumentRecord.SKETCH_FIELD);
      byte[] sketch = sketches == null ? null : sketches.copy(doc.getAsInt() - leaf.docBase);
      if (sketch == null) {
        return new MatchNoDocsQuery("document " + id + " has no sketch");
      }
      return new NearDuplicateQuery(
          DocumentRecord.SKETCH_FIELD, sketches.parameters().format(), sketch, minimum);
    }

    @Override
    public void visit(QueryVisitor visitor) {
      if (visitor.acceptField(DocumentRecord.SKETCH_FIELD)) {
        visitor.visitLeaf(this);
      }
    }

    @Override
    public String toString(String defaultField) {
      return "neardup(" + id + " >= " + minimum + ")";
    }

    @Override
    public boolean equals(Object other) {
      return sameClassAs(other)
          && other instanceof OfDocument that
          && id.equals(that.id)
          && minimum == that.minimum;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * classHash() + id.hashCode()) + Double.hashCode(minimum);
    }
  }
}
