// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.tools.console.Counted;

/**
 * Checks that a field identifies the documents: each has one value, and no two have the same. If
 * not, some would replace others when they are written.
 */
final class SourceIds {
  private final SourceIndex index;
  private final String field;

  private SourceIds(SourceIndex index, String field) {
    this.index = index;
    this.field = field;
  }

  /**
   * Checks all documents.
   *
   * @throws RebuildException if it does not; the message says why
   */
  static void require(SourceIndex index, FieldPlan plan) throws IOException {
    if (plan.inversion() != Inversion.TERM) {
      throw new RebuildException(
          "id field " + plan.name() + " must be stored, and indexed as one term");
    }
    new SourceIds(index, plan.name()).require();
  }

  private void require() throws IOException {
    Terms terms = MultiTerms.getTerms(index.reader(), field);
    Bits live = MultiBits.getLiveDocs(index.reader());
    FixedBitSet identified = new FixedBitSet(index.reader().maxDoc());
    TermsEnum ids = terms == null ? TermsEnum.EMPTY : terms.iterator();
    PostingsEnum docs = null;
    while (ids.next() != null) {
      docs = ids.postings(docs, PostingsEnum.NONE);
      int count = 0;
      for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
        if (live == null || live.get(doc)) {
          count++;
          refuse(identified.getAndSet(doc), "document " + doc + " has several values");
        }
      }
      refuse(count > 1, Counted.of(count, "document") + " have " + ids.term().utf8ToString());
    }
    int missing = index.reader().numDocs() - identified.cardinality();
    refuse(
        missing > 0,
        Counted.of(missing, "document") + (missing == 1 ? " has" : " have") + " no value");
  }

  private void refuse(boolean condition, String why) throws IOException {
    if (condition) {
      throw new RebuildException("id field " + field + " does not identify documents: " + why);
    }
  }
}
