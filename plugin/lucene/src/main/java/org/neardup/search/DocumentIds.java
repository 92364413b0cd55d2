// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.OptionalInt;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.Bits;

/** Finds documents by their ids, hidden ones too. */
public final class DocumentIds {
  private DocumentIds() {}

  /**
   * Lucene's number of a document that is not deleted, whether or not {@link OneVersion} hides it.
   *
   * @param id an indexed term that no other document has
   */
  public static OptionalInt find(IndexReader reader, Term id) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      PostingsEnum docs = leaf.reader().postings(id, PostingsEnum.NONE);
      Bits live = OneVersion.withHidden(leaf.reader()).getLiveDocs();
      for (int doc = next(docs); doc != NO_MORE_DOCS; doc = next(docs)) {
        if (live == null || live.get(doc)) {
          return OptionalInt.of(leaf.docBase + doc);
        }
      }
    }
    return OptionalInt.empty();
  }

  private static int next(PostingsEnum docs) throws IOException {
    return docs == null ? NO_MORE_DOCS : docs.nextDoc();
  }
}
