// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.core.SimpleAnalyzer;
import org.apache.lucene.analysis.core.StopAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.custom.CustomAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.analysis.standard.StandardAnalyzer;

/** Draws analyzers. */
final class TrialAnalyzers {
  private TrialAnalyzers() {}

  static Analyzer draw(Random random, List<String> fields) throws IOException {
    if (random.nextInt(6) > 0) {
      return draw(random);
    }
    Map<String, Analyzer> byField = new HashMap<>();
    for (String field : fields) {
      if (random.nextBoolean()) {
        byField.put(field, draw(random));
      }
    }
    return new PerFieldAnalyzerWrapper(draw(random), byField);
  }

  private static Analyzer draw(Random random) throws IOException {
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> new StandardAnalyzer();
      case 3, 4 -> new StandardAnalyzer(EnglishAnalyzer.ENGLISH_STOP_WORDS_SET);
      case 5 -> new WhitespaceAnalyzer();
      case 6 -> new EnglishAnalyzer();
      case 7 -> new SimpleAnalyzer();
      case 8 -> new StopAnalyzer(CharArraySet.copy(EnglishAnalyzer.ENGLISH_STOP_WORDS_SET));
      default -> custom(random);
    };
  }

  private static Analyzer custom(Random random) throws IOException {
    CustomAnalyzer.Builder builder = CustomAnalyzer.builder();
    if (random.nextBoolean()) {
      builder.addCharFilter("htmlStrip");
    }
    builder.withTokenizer(random.nextBoolean() ? "whitespace" : "standard");
    builder.addTokenFilter("lowercase");
    if (random.nextBoolean()) {
      builder.addTokenFilter("asciiFolding", "preserveOriginal", "true");
    }
    if (random.nextBoolean()) {
      builder.addTokenFilter("stop");
    }
    if (random.nextBoolean()) {
      builder.addTokenFilter("porterStem");
    }
    return builder.build();
  }
}
