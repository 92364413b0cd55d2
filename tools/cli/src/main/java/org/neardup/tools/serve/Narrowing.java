// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.util.Locale;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RegexpQuery;
import org.apache.lucene.util.automaton.Operations;
import org.apache.lucene.util.automaton.RegExp;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.NeardupIndex;

/**
 * What narrows a list of documents besides words. Empty texts were not given.
 *
 * @param filter a query that documents match
 * @param site host of their address
 */
record Narrowing(String filter, String site) {
  static final Narrowing NONE = new Narrowing("", "");

  static Narrowing of(Parameters parameters) {
    return new Narrowing(
        parameters.text("filter", SearchRequest.MAX_CHARACTERS),
        parameters.text("site", SearchRequest.MAX_CHARACTERS).toLowerCase(Locale.ROOT));
  }

  boolean isEmpty() {
    return (filter + site).isEmpty();
  }

  /** The filter with one more condition. */
  String and(String condition) {
    return filter.isEmpty() ? condition : "(" + filter + ") AND " + condition;
  }

  /** Null if there is none. */
  String filterOrNull() {
    return filter.isEmpty() ? null : filter;
  }

  /** The documents of the site, by their {@code url} or their id; null if there is none. */
  Query ofSite(NeardupIndex index) {
    if (site.isEmpty()) {
      return null;
    }
    String host = site.replaceAll("[^a-z0-9]", "\\\\$0");
    String address = "[a-z][a-z0-9+.\\-]*://([^/?#@]*@)?" + host + "([/?#:](.|\n)*)?";
    BooleanQuery.Builder either = new BooleanQuery.Builder();
    for (String field : new String[] {Fields.URL, index.config().idField()}) {
      Term term = new Term(field, address);
      int limit = Operations.DEFAULT_DETERMINIZE_WORK_LIMIT;
      either.add(new RegexpQuery(term, RegExp.NONE, RegExp.CASE_INSENSITIVE, limit), Occur.SHOULD);
    }
    return either.build();
  }
}
