// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOFunction;

/**
 * Which analyzers may have made the terms of a field: those that make no term that a document does
 * not have, and of them those that make most terms, as an index does not tell all terms of a
 * document. For one thread.
 */
final class AnalyzerTrial {
  /** The name of the analyzer that the index is rebuilt with. */
  static final String GIVEN = "given";

  static final String NONE = "none";

  private final String field;
  private final Map<String, Analyzer> left;
  private final Map<String, Integer> terms = new HashMap<>();

  /**
   * Before any document.
   *
   * @param analyzers by name, those first that are to be named first
   */
  AnalyzerTrial(String field, Map<String, Analyzer> analyzers) {
    this.field = field;
    this.left = new LinkedHashMap<>(analyzers);
    analyzers.keySet().forEach(name -> terms.put(name, 0));
  }

  /**
   * Tries the analyzers that are left on the values of a document.
   *
   * @param document whether it has a term
   */
  void look(List<String> values, IOFunction<BytesRef, Boolean> document) throws IOException {
    for (String name : List.copyOf(left.keySet())) {
      Set<BytesRef> made = terms(left.get(name), values, document);
      if (made == null) {
        left.remove(name);
      } else {
        terms.merge(name, made.size(), Integer::sum);
      }
    }
  }

  /** Null if the document does not have all of them. */
  private Set<BytesRef> terms(
      Analyzer analyzer, List<String> values, IOFunction<BytesRef, Boolean> document)
      throws IOException {
    Set<BytesRef> made = new HashSet<>();
    for (String value : values) {
      try (TokenStream tokens = analyzer.tokenStream(field, value)) {
        TermToBytesRefAttribute term = tokens.getAttribute(TermToBytesRefAttribute.class);
        tokens.reset();
        while (tokens.incrementToken()) {
          if (!made.contains(term.getBytesRef())) {
            made.add(BytesRef.deepCopyOf(term.getBytesRef()));
            if (!document.apply(term.getBytesRef())) {
              return null;
            }
          }
        }
      }
    }
    return made;
  }

  /** The name of the first of those that made most terms; {@link #NONE} if none is left. */
  String best() {
    return left.keySet().stream().max(Comparator.comparing(terms::get)).orElse(NONE);
  }
}
