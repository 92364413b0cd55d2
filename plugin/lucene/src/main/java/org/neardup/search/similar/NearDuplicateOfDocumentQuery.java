// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.similar;

import java.io.IOException;
import java.util.OptionalInt;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.neardup.codec.SketchReader;
import org.neardup.record.DocumentRecord;
import org.neardup.search.DocumentIds;

/** Becomes, in an index, a {@link NearDuplicateQuery} of the sketch that a document has there. */
final class NearDuplicateOfDocumentQuery extends Query {
  private final Term id;
  private final double minimum;

  NearDuplicateOfDocumentQuery(Term id, double minimum) {
    this.id = id;
    this.minimum = NearDuplicateQuery.checkMinimum(minimum);
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    OptionalInt doc = DocumentIds.find(searcher.getIndexReader(), id);
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
        && other instanceof NearDuplicateOfDocumentQuery that
        && id.equals(that.id)
        && minimum == that.minimum;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * classHash() + id.hashCode()) + Double.hashCode(minimum);
  }
}
