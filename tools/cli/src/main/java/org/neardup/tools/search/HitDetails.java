// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.search.Query;
import org.neardup.tools.analysis.NamedFields;
import org.neardup.tools.index.NeardupIndex;

/** What is shown of a hit besides its title: a snippet, and stored fields. For one thread. */
public final class HitDetails {
  private final NeardupIndex index;
  private final Snippets snippets;
  private final List<String> names;

  /**
   * Of the hits of a query.
   *
   * @param index stays open
   * @param names of the fields, in the order in which they are shown
   * @throws org.neardup.tools.console.ToolException if no document has one of them
   */
  public HitDetails(NeardupIndex index, Query query, List<String> names) {
    NamedFields known = NamedFields.of(index.all());
    names.forEach(name -> known.require("--fields", name));
    this.index = index;
    this.snippets = new Snippets(index, query);
    this.names = List.copyOf(names);
  }

  List<Snippets.Part> snippet(int doc) throws IOException {
    return snippets.text(doc);
  }

  /** The values of each field that the document stores. */
  Map<String, List<String>> fields(int doc) throws IOException {
    Document stored = index.all().storedFields().document(doc, Set.copyOf(names));
    Map<String, List<String>> fields = new LinkedHashMap<>();
    for (String name : names) {
      List<String> values = List.of(stored.getValues(name));
      if (!values.isEmpty()) {
        fields.put(name, values);
      }
    }
    return fields;
  }
}
