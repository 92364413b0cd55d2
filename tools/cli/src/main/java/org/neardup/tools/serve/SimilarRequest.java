// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.search.Similar;
import org.neardup.tools.search.SimilarReport;

/**
 * What is to be compared with all documents: one of them, or a text. Empty texts were not given.
 *
 * @param min least estimated resemblance
 * @param scope in which to look for a text
 */
record SimilarRequest(String id, String text, double min, String scope) {
  static final String[] NAMES = {"id", "text", "min", "scope"};
  private static final int MAX_CHARACTERS = 1_000_000;
  private static final double MINIMUM = 0.5;

  static SimilarRequest of(Parameters parameters) {
    SimilarRequest request =
        new SimilarRequest(
            parameters.exact("id"),
            parameters.text("text", MAX_CHARACTERS),
            parameters.resemblance("min", MINIMUM),
            parameters.text("scope", MAX_CHARACTERS));
    if (!request.id.isEmpty() && !request.text.isEmpty()) {
      throw Parameters.mistake("id or text must be given, got both");
    }
    return request;
  }

  boolean isEmpty() {
    return id.isEmpty() && text.isEmpty();
  }

  SimilarReport run(NeardupIndex index, int top) throws IOException {
    Similar similar = new Similar(index, min, top);
    return text.isEmpty()
        ? similar.toDocument(id)
        : similar.toText("the text", text, scope.isEmpty() ? null : scope);
  }
}
