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
import org.neardup.search.similar.NearDuplicateQuery;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputRules;
import org.neardup.tools.input.Inputs;

/** Finds what resembles a document or a file, hidden documents too. */
public final class Similar {

  private final Sketching sketching;
  private final double minimum;
  private final int top;
  private final int suggested;

  /**
   * Over an index that stays open.
   *
   * @param suggested how many values to suggest that similar sets have; 0 unless sets are compared
   */
  public Similar(NeardupIndex index, double minimum, int top, int suggested) throws IOException {
    this.minimum = minimum;
    this.top = top;
    this.suggested = suggested;
    sketching = Sketching.of(index);
    if (suggested > 0 && !sketching.config().comparesValues()) {
      throw new ToolException(
          USAGE, "--suggest needs an index of sets (index --set-field), got one of texts");
    }
  }

  /** What resembles a document, without it. */
  public SimilarReport toDocument(String id) throws IOException {
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

  /**
   * What resembles a text or HTML file.
   *
   * @param scope the name of the scope to look in, null for documents without scope
   */
  public SimilarReport toFile(String file, String scope) throws IOException {
    requireScopes(scope);
    return toText(file, text(file), scope);
  }

  /**
   * What resembles a text.
   *
   * @param name what to call it
   * @param scope as for a file
   */
  public SimilarReport toText(String name, String text, String scope) throws IOException {
    requireScopes(scope);
    IOFunction<Double, Query> queries =
        least -> NearDuplicateQuery.ofText(sketching.sketcher(), text, scope, least);
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
    SimilarSets sets = new SimilarSets(sketching);
    SimilarSets.Found found = sets.find(own, queries, minimum, top);
    return report(to, found, sets.suggest(own, found.nearest(), suggested));
  }

  private void requireScopes(String scope) {
    if (scope != null && sketching.config().scopeField().isEmpty()) {
      throw new ToolException(USAGE, "the index has no scopes, got --scope " + scope);
    }
  }

  private SimilarReport report(String to, Query query) throws IOException {
    TopDocs found =
        new IndexSearcher(sketching.index().all())
            .search(query, new TopScoreDocCollectorManager(top, null, Integer.MAX_VALUE));
    List<SimilarSets.Near> nearest =
        Arrays.stream(found.scoreDocs)
            .map(hit -> new SimilarSets.Near(hit.doc, hit.score, false, null))
            .toList();
    return report(to, new SimilarSets.Found(found.totalHits.value(), nearest), List.of());
  }

  /** Of a score: 0 if the text is the same. */
  private double standardError(double score) {
    return score == 1 ? 0 : sketching.packing().estimate(score).standardError();
  }

  private SimilarReport report(
      String to, SimilarSets.Found found, List<SimilarReport.Suggestion> suggestions)
      throws IOException {
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
    return new SimilarReport(to, minimum, found.total(), hits, suggestions);
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
