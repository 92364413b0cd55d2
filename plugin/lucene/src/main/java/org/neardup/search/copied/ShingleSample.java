// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.neardup.internal.analysis.PlacedShingles;
import org.neardup.internal.sketch.ModuloSketchV1;

/**
 * Some shingles of a text, by which candidates are found: those whose elements are 0 modulo n, for
 * the first of a row of falling n that leaves enough of them (Broder's V_n).
 *
 * <p>With a minimum of c, a sample has at least 32 elements, and so many that a document that holds
 * a share c of all has at least one of them with a probability of .999; all, if the text has no
 * more. A document that holds exactly c has fewer than {@link #least} of the sample with a
 * probability of at most about .001.
 *
 * @param shingles one for each sampled element, in the order of the text
 * @param least how many of them a candidate has, at least 1
 * @see <a href="https://doi.org/10.1109/SEQUEN.1997.666900">Broder, On the resemblance and
 *     containment of documents, 1997</a>
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record ShingleSample(int[] shingles, int least) {
  private static final int LEAST_SIZE = 32;
  private static final double MISSED = .001;

  /**
   * Samples a text.
   *
   * @param text with at least one element
   * @param minimum containment, above 0, at most 1
   */
  static ShingleSample of(TextElements text, double minimum) {
    int enough = Math.min(text.size(), size(minimum));
    int modulus = text.size() / enough;
    int[] sampled = sampled(text, modulus);
    while (sampled.length < enough) { // about half of all texts have enough at first
      modulus -= Math.max(1, modulus / 16);
      sampled = sampled(text, modulus);
    }
    return new ShingleSample(
        sampled,
        sampled.length == text.size()
            ? leastOfAll(sampled.length, minimum)
            : ModuloSketchV1.leastShared(sampled.length, minimum, MISSED));
  }

  static int size(double minimum) {
    return (int) Math.max(LEAST_SIZE, Math.ceil(Math.log(MISSED) / Math.log1p(-minimum)));
  }

  private static int[] sampled(TextElements text, int modulus) {
    BitSet seen = new BitSet(text.size());
    int[] numbers = text.numbers(text.shingles());
    int[] sampled = new int[numbers.length];
    int count = 0;
    for (int i = 0; i < numbers.length; i++) {
      boolean isKept = Long.remainderUnsigned(text.shingles().element(i), modulus) == 0;
      if (isKept && !seen.get(numbers[i])) {
        seen.set(numbers[i]);
        sampled[count++] = i;
      }
    }
    return Arrays.copyOf(sampled, count);
  }

  /** The fewest of so many elements that are enough. */
  static int leastOfAll(int size, double minimum) {
    int least = Math.max(1, (int) (size * minimum));
    while ((double) least / size < minimum) {
      least++;
    }
    return least;
  }

  /**
   * What finds each shingle of the sample in any of some fields.
   *
   * @param text that was sampled
   * @throws IllegalArgumentException if a field was indexed without positions
   */
  List<Weight> phrases(IndexSearcher searcher, List<String> fields, PlacedShingles text)
      throws IOException {
    for (String field : fields) {
      requirePositions(searcher.getIndexReader(), field);
    }
    List<Weight> weights = new ArrayList<>();
    for (int shingle : shingles) {
      BooleanQuery.Builder any = new BooleanQuery.Builder();
      fields.forEach(field -> any.add(phrase(field, text, shingle), Occur.SHOULD));
      // Not by the searcher's createWeight: such phrases are not worth a place in its cache.
      Query query = searcher.rewrite(any.build());
      weights.add(query.createWeight(searcher, ScoreMode.COMPLETE_NO_SCORES, 1));
    }
    return weights;
  }

  private static void requirePositions(IndexReader reader, String field) {
    for (LeafReaderContext leaf : reader.leaves()) {
      FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(field);
      if (info != null
          && info.getIndexOptions().compareTo(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS) < 0) {
        throw new IllegalArgumentException(
            "field "
                + field
                + " must be indexed with positions to find copied passages, got "
                + info.getIndexOptions());
      }
    }
  }

  private static Query phrase(String field, PlacedShingles text, int shingle) {
    PhraseQuery.Builder phrase = new PhraseQuery.Builder();
    int first = text.firstWord(shingle);
    for (int word = first; word < text.endWord(shingle); word++) {
      phrase.add(new Term(field, text.term(word)), text.position(word) - text.position(first));
    }
    return phrase.build();
  }
}
