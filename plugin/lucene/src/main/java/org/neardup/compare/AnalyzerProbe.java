// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.neardup.analysis.ElementExtractor;
import org.neardup.analysis.Shingling;

/**
 * Identifies analyzers by the tokens they make of a probe text. Sketches of texts analysed in
 * different ways must not be compared, and an analyzer has no name for its configuration.
 */
public final class AnalyzerProbe {
  private static final String TEXT =
      "The QUICK brown foxes' 2nd jump, isn't it? e-mail@example.org C++ 3.14 running Straße"
          + " déjà-vu I\u0307stanbul Прыжок лисы \u6771\u4eac\u90fd \ud55c\uad6d\uc5b4"
          + " \u0e20\u0e32\u0e29\u0e32 \ud83d\ude00 over_the the lazy_dogs";

  private AnalyzerProbe() {}

  /** A 64-bit hash, in hexadecimal, of the tokens of the probe in all text fields. */
  public static String id(Analyzer analyzer, List<String> textFields) throws IOException {
    ElementExtractor extractor = new ElementExtractor(analyzer, Shingling.words(1));
    extractor.reset();
    for (String field : textFields) {
      extractor.add(field, TEXT);
    }
    return Long.toHexString(extractor.textHash());
  }
}
