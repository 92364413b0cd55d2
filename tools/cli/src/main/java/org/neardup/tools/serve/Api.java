// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.Map;
import org.neardup.index.Verification;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.index.Statistics;
import org.neardup.tools.search.VariantsReport;

/** The answers for programs, each the JSON of the command of that name. */
record Api(Site site) {
  private static final int MAX_TOP = 1000;
  private static final int LARGEST_GROUPS = 10;

  /** By path. */
  static Map<String, Page> of(Site site) {
    Api api = new Api(site);
    return Map.of(
        "/api/search", api::search,
        "/api/variants", api::variants,
        "/api/explain", api::explain,
        "/api/stats", api::stats,
        "/api/similar", new SimilarTexts());
  }

  private static int top(Parameters parameters, int byDefault) {
    return parameters.number("top", byDefault, 1, MAX_TOP);
  }

  private Answer search(NeardupIndex index, Parameters parameters) throws IOException {
    SearchRequest request =
        SearchRequest.of(parameters.only("q", "mode", "filter", "sort", "top", "fields"));
    if (request.query().isEmpty()) {
      throw Parameters.mistake("q must be a query, got none");
    }
    return Answer.json(
        200,
        request.run(index, top(parameters, SearchRequest.HITS_ON_PAGE), parameters.list("fields")));
  }

  private Answer variants(NeardupIndex index, Parameters parameters) throws IOException {
    parameters.only("id", "top");
    return Answer.json(
        200, VariantsReport.of(index, parameters.id("id"), site.dateField(), top(parameters, 100)));
  }

  private Answer explain(NeardupIndex index, Parameters parameters) throws IOException {
    parameters.only("a", "b");
    return Answer.json(
        200,
        Sketching.of(index).compare(Verification.AUTO, parameters.id("a"), parameters.id("b")));
  }

  private Answer stats(NeardupIndex index, Parameters parameters) throws IOException {
    parameters.only();
    return Answer.json(200, Statistics.of(index, site.folder(), LARGEST_GROUPS));
  }

  /** Texts are too long for an address. */
  private record SimilarTexts() implements Page {
    @Override
    public boolean takesForms() {
      return true;
    }

    @Override
    public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
      SimilarRequest request =
          SimilarRequest.of(parameters.only("id", "text", "min", "scope", "top"));
      if (request.isEmpty()) {
        throw Parameters.mistake("id or text must be given, got neither");
      }
      return Answer.json(200, request.run(index, top(parameters, SearchRequest.HITS_ON_PAGE)));
    }
  }
}
