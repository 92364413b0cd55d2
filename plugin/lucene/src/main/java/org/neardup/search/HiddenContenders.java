// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.util.Arrays;
import java.util.SortedMap;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.ScoreDoc;

/** Hidden matches that may be hits, with their scores. For one thread. */
final class HiddenContenders {
  private int[] docs = new int[16];
  private float[] scores = new float[16];
  private int count;

  void add(int doc, float score) {
    if (count == docs.length) {
      docs = Arrays.copyOf(docs, 2 * count);
      scores = Arrays.copyOf(scores, 2 * count);
    }
    docs[count] = doc;
    scores[count++] = score;
  }

  /**
   * Adds the best of each group whose representative was not seen to match.
   *
   * @param last the last visible hit of a full page, before which they must come; or null
   * @param best the best so far, by representative
   */
  void addBest(Request request, Matches matches, ScoreDoc last, SortedMap<Integer, FieldDoc> best) {
    for (int i = 0; i < count; i++) {
      if (last == null || isBefore(scores[i], docs[i], last)) {
        int representative = request.versions().representativeOfHidden(docs[i]);
        FieldDoc known = best.get(representative);
        boolean isBest = known == null || isBefore(scores[i], docs[i], known);
        if (isBest && !matches.contains(representative)) {
          best.put(representative, request.fieldDoc(new ScoreDoc(docs[i], scores[i])));
        }
      }
    }
  }

  private static boolean isBefore(float score, int doc, ScoreDoc other) {
    return score > other.score || (score == other.score && doc < other.doc);
  }
}
