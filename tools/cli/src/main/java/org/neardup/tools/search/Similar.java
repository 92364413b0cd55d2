// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import static org.neardup.tools.console.ExitCode.INPUT_FAILED;
import static org.neardup.tools.console.ExitCode.USAGE;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.util.IOFunction;
import org.neardup.compare.TextSketcher;
import org.neardup.index.Verification;
import org.neardup.internal.compare.SketchedText;
import org.neardup.search.similar.NearDuplicateQuery;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputRules;
import org.neardup.tools.input.Inputs;

/** Finds what resembles a document or a file, hidden documents too. */
public final class Similar implements SubjectSearch<SimilarReport> {
  private final Sketching sketching;
  private final double minimum;
  private final int top;
  private final String scope;

  /**
   * Over an index that stays open.
   *
   * @param scope the name of the scope in which to look for a text or file, null for documents
   *     without scope
   */
  public Similar(NeardupIndex index, double minimum, int top, String scope) throws IOException {
    this.minimum = minimum;
    this.top = top;
    this.scope = scope;
    sketching = Sketching.of(index);
    if (scope != null && sketching.config().scopeField().isEmpty()) {
      throw new ToolException(USAGE, "the index has no scopes, got --scope " + scope);
    }
  }

  @Override
  public SimilarReport byDocument(String id) throws IOException {
    int doc = sketching.find(sketching.explainer(Verification.AUTO), id);
    Term term = new Term(sketching.config().idField(), id);
    IOFunction<Double, Query> queries =
        least ->
            new BooleanQuery.Builder()
                .add(NearDuplicateQuery.ofDocument(term, least), Occur.MUST)
                .add(new TermQuery(term), Occur.MUST_NOT)
                .build();
    if (!sketching.config().comparesValues()) {
      return report(id, queries.apply(minimum));
    }
    return sets(id, new SimilarSets(sketching).stored(doc), queries);
  }

  @Override
  public SimilarReport byFile(String file) throws IOException {
    return toText(file, text(file));
  }

  /**
   * What resembles a text.
   *
   * @param name what to call it
   */
  public SimilarReport toText(String name, String text) throws IOException {
    SketchedText sketched = sketching.sketch(text, sketching.sketcher().scope(scope));
    IOFunction<Double, Query> queries = least -> sketching.resembling(sketched, least);
    return sketching.config().comparesValues()
        ? sets(name, lines(text), queries)
        : report(name, queries.apply(minimum));
  }

  /** The values of a text, a line each. */
  private Document lines(String text) {
    String field = sketching.sketcher().textFields().getFirst();
    Document values = new Document();
    TextSketcher.lines(text).forEach(line -> values.add(new StoredField(field, line)));
    return values;
  }

  private SimilarReport sets(String to, Document own, IOFunction<Double, Query> queries)
      throws IOException {
    return report(to, new SimilarSets(sketching).find(own, queries, minimum, top));
  }

  private SimilarReport report(String to, Query query) throws IOException {
    TopDocs found =
        new IndexSearcher(sketching.index().all())
            .search(query, new TopScoreDocCollectorManager(top, null, Integer.MAX_VALUE));
    List<SimilarSets.Near> nearest =
        Arrays.stream(found.scoreDocs)
            .map(hit -> new SimilarSets.Near(hit.doc, hit.score, false))
            .toList();
    return report(to, new SimilarSets.Found(found.totalHits.value(), nearest));
  }

  /** Of a score: 0 if the text is the same. */
  private double standardError(double score) {
    return score == 1 ? 0 : sketching.packing().estimate(score).standardError();
  }

  private SimilarReport report(String to, SimilarSets.Found found) throws IOException {
    List<SimilarReport.Hit> hits = new ArrayList<>();
    for (SimilarSets.Near near : found.nearest()) {
      NeardupIndex.Name name = sketching.index().name(near.doc());
      hits.add(
          new SimilarReport.Hit(
              hits.size() + 1,
              name.id(),
              near.resemblance(),
              near.isCounted() ? null : standardError(near.resemblance()),
              name.title(),
              sketching.index().hiddenBehind(near.doc())));
    }
    return new SimilarReport(to, minimum, found.total(), hits);
  }

  /** The text of a text or HTML file; ends the command if it cannot be read. */
  static String text(String file) {
    try {
      return Inputs.page(file, InputRules.DEFAULT).parser().parse().text();
    } catch (BadInputException e) {
      throw new ToolException(INPUT_FAILED, file + ": " + e.getMessage());
    }
  }
}
