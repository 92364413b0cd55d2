// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/** Which documents of a segment have a fingerprint. For one thread. */
public final class FingerprintReader {
  /** Of the fingerprints of a document, those that make the sample of it: the smallest. */
  public static final int SAMPLE = 8;

  private final TermsEnum all;
  private final TermsEnum samples;
  private final BytesRef term = new BytesRef();
  private PostingsEnum docs;

  /** Reads the fingerprints of a segment, if it has any. */
  public FingerprintReader(LeafReader leaf) throws IOException {
    all = Terms.getTerms(leaf, NearDupFields.FINGERPRINT).iterator();
    samples = Terms.getTerms(leaf, NearDupFields.SAMPLE).iterator();
  }

  /**
   * Counts, for each of some documents, how many of some fingerprints it has.
   *
   * @param inSamples whether only those count that are in the sample of the document
   * @param among documents to count for
   * @param counts by document, to be added to
   * @param most documents to look at; those that come first of each fingerprint
   * @return how many were not looked at, because there were more
   */
  public long count(
      boolean inSamples, long[] fingerprints, Bits among, Map<Integer, Integer> counts, int most)
      throws IOException {
    TermsEnum terms = inSamples ? samples : all;
    long skipped = 0;
    for (long fingerprint : fingerprints) {
      FingerprintField.encode(fingerprint, term);
      if (terms.seekExact(term)) {
        docs = terms.postings(docs, PostingsEnum.NONE);
        int left = most;
        for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
          if (left-- == 0) {
            skipped += Math.max(0, terms.docFreq() - most);
            break;
          }
          if (among.get(doc)) {
            counts.merge(doc, 1, Integer::sum);
          }
        }
      }
    }
    return skipped;
  }
}
