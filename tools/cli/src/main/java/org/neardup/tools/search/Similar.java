// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import static org.neardup.tools.console.ExitCode.USAGE;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.neardup.index.Verification;
import org.neardup.search.similar.NearDuplicateQuery;
import org.neardup.sketch.SlotPacking;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;

/** Finds what resembles a document or a file, hidden documents too. */
public final class Similar {

  private final NeardupIndex index;
  private final Sketching sketching;
  private final double minimum;
  private final int top;

  /** Over an index that stays open. */
  public Similar(NeardupIndex index, double minimum, int top) throws IOException {
    this.index = index;
    this.minimum = minimum;
    this.top = top;
    sketching = Sketching.of(index);
  }

  /** What resembles a document, without it. */
  public SimilarReport toDocument(String id) throws IOException {
    sketching.find(sketching.explainer(Verification.AUTO), id);
    Term term = new Term(sketching.config().idField(), id);
    return report(
        id,
        new BooleanQuery.Builder()
            .add(NearDuplicateQuery.ofDocument(term, minimum), Occur.MUST)
            .add(new TermQuery(term), Occur.MUST_NOT)
            .build());
  }

  /**
   * What resembles a text or HTML file.
   *
   * @param scope the name of the scope to look in, null for documents without scope
   */
  public SimilarReport toFile(String file, String scope) throws IOException {
    requireScopes(scope);
    return toText(file, QueryFile.text(file), scope);
  }

  /**
   * What resembles a text.
   *
   * @param name what to call it
   * @param scope as for a file
   */
  public SimilarReport toText(String name, String text, String scope) throws IOException {
    requireScopes(scope);
    return report(name, NearDuplicateQuery.ofText(sketching.sketcher(), text, scope, minimum));
  }

  private void requireScopes(String scope) {
    if (scope != null && sketching.config().scopeField().isEmpty()) {
      throw new ToolException(USAGE, "the index has no scopes, got --scope " + scope);
    }
  }

  private SimilarReport report(String to, Query query) throws IOException {
    TopDocs found =
        new IndexSearcher(index.all())
            .search(query, new TopScoreDocCollectorManager(top, null, Integer.MAX_VALUE));
    List<SimilarReport.Hit> hits = new ArrayList<>();
    for (var scored : found.scoreDocs) {
      hits.add(hit(hits.size() + 1, scored.doc, scored.score));
    }
    return new SimilarReport(to, minimum, found.totalHits.value(), hits);
  }

  private SimilarReport.Hit hit(int rank, int doc, float estimate) throws IOException {
    NeardupIndex.Name name = index.name(doc);
    int representative = index.representativeOf(doc);
    SlotPacking packing = sketching.sketcher().parameters().format().packing();
    return new SimilarReport.Hit(
        rank,
        name.id(),
        estimate,
        packing.standardError(estimate),
        name.title(),
        representative == doc ? null : index.name(representative).id());
  }
}
