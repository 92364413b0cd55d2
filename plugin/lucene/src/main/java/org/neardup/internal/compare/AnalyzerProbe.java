// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.AbstractAnalysisFactory;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.AnalyzerWrapper;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.StopwordAnalyzerBase;
import org.apache.lucene.analysis.custom.CustomAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.neardup.analysis.NormalizedAnalyzer;
import org.neardup.analysis.Shingling;
import org.neardup.internal.analysis.ElementExtractor;
import org.neardup.internal.sketch.Hashing;

/**
 * Identifies analyzers by the tokens they make of a probe text, and by what their classes tell.
 * Sketches of texts analysed in different ways must not be compared, and an analyzer has no name
 * for its configuration.
 *
 * <p>Indexes store hashes of the tokens, so the texts must never change. All their characters are
 * old enough to be treated alike by every JDK and Lucene.
 */
public final class AnalyzerProbe {
  private static final String SHORT =
      "The QUICK brown foxes' 2nd jump, isn't it? e-mail@example.org C++ 3.14 running Straße"
          + " déjà-vu I\u0307stanbul Прыжок лисы \u6771\u4eac\u90fd \ud55c\uad6d\uc5b4"
          + " \u0e20\u0e32\u0e29\u0e32 \ud83d\ude00 over_the the lazy_dogs";

  /** Follows the words of many languages in the long text. */
  private static final String SIGNS =
      " 0 1 12 123 1234 12345 007 3.14 1,000,000 1.2.3 2nd 50% $9.99 2024-02-29 12:34:56 +49-30-123456"
          + " x1 1x h2o mp3 C++ C# .NET AT&T O'Neill O\u2019Neill isn't rock'n'roll U.S.A. i.e. e-mail"
          + " Wi-Fi WiFi PowerShot snake_case camelCase SHOUTING mixedCASE a@b.example"
          + " www.example.org https://example.org/a?b=c&d=%20#e ftp://x/y #tag @name <b>bold</b> &amp;"
          + " &#233; na\u00efve nai\u0308ve \ufb01ne \u00e6on \u0153uvre \u00bd \u00b2 \u2460 \u2126 \u00c5"
          + " I\u0307stanbul \u0130stanbul \u0131 \u1e9e \u03a3\u03c2 soft\u00adhyphen zero\u200bwidth"
          + " no\u00a0break line\u2028end \ufeff \u2013 \u2014 \u2026 \u201equoted\u201c \u00ab"
          + "\u00bb \ud83d\ude00 \u2764\ufe0f \ud83d\udc4d\ud83c\udffd \ud83c\uddeb\ud83c\uddf7"
          + " \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 a a the the the b b";

  /** Word lengths, beyond 64, around common limits of analyzers. */
  private static final int[] LENGTHS = {
    99, 100, 101, 127, 128, 129, 199, 200, 201, 254, 255, 256, 257, 300, 400, 500, 511, 512, 513,
    999, 1000, 1001, 1023, 1024, 1025, 5000
  };

  private static final String ID = "analyzer";
  private static final String PROBE = "analyzerProbe";
  private static final String CLASS = "analyzerClass";
  private static final String STOP_WORDS = "analyzerStopWords";
  private static final String PARAMETERS = "analyzerParameters";

  private AnalyzerProbe() {}

  /** A 64-bit hash, in hexadecimal, of the tokens of the short text in all text fields. */
  public static String id(Analyzer analyzer, List<String> textFields) throws IOException {
    return Long.toHexString(hash(analyzer, textFields, SHORT));
  }

  /** The same of a long text, and of the gaps between two values of a field. */
  private static String longId(Analyzer analyzer, List<String> textFields) throws IOException {
    long gaps = 0;
    for (String field : textFields) {
      gaps = Hashing.combine(gaps, analyzer.getPositionIncrementGap(field));
      gaps = Hashing.combine(gaps, analyzer.getOffsetGap(field));
    }
    return Long.toHexString(Hashing.combine(hash(analyzer, textFields, longText()), gaps));
  }

  private static long hash(Analyzer analyzer, List<String> textFields, String text)
      throws IOException {
    Analyzer probed = // a segmenter may take longer to load than all the rest
        analyzer instanceof NormalizedAnalyzer normalized
            ? normalized.withoutSegmenter()
            : analyzer;
    ElementExtractor extractor = new ElementExtractor(probed, Shingling.words(1));
    extractor.reset();
    for (String field : textFields) {
      extractor.add(field, text);
    }
    return extractor.textHash();
  }

  /**
   * A text that makes analyzers differ: words that they remove or stem, words of many lengths, and
   * all of ASCII.
   */
  private static String longText() {
    StringBuilder text = new StringBuilder();
    NegationWords.lines("probe.txt").forEach(words -> text.append(words).append(". "));
    text.append(SIGNS);
    for (char c = 0; c < 128; c++) {
      text.append(' ').append(c).append(" a").append(c).append("b 1").append(c).append('2');
    }
    for (int length = 1; length <= 64; length++) {
      appendWord(text, length);
    }
    for (int length : LENGTHS) {
      appendWord(text, length);
    }
    return text.toString();
  }

  /** Appends varying letters, so that cut words differ. */
  private static void appendWord(StringBuilder text, int length) {
    text.append(' ');
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + i * 7 % 26));
    }
  }

  /**
   * Settings of an index that tell its analyzer from others: the {@link #id}, and what tells others
   * with the same id. An unknown trait is empty and is not compared: a wrapper does not reveal the
   * analyzer that it wraps, and wrapping an analyzer for the sake of another field does not change
   * its tokens.
   */
  public static Map<String, String> traits(Analyzer analyzer, List<String> textFields)
      throws IOException {
    Analyzer words = analyzer;
    String before = "";
    if (analyzer instanceof NormalizedAnalyzer normalized) {
      words = normalized.analyzer();
      before = normalized.parameters();
    }
    Map<String, String> traits = new LinkedHashMap<>();
    traits.put(ID, id(analyzer, textFields));
    traits.put(PROBE, longId(analyzer, textFields));
    traits.put(CLASS, className(words));
    traits.put(STOP_WORDS, stopWords(words));
    traits.put(PARAMETERS, (before + " " + parameters(words)).strip());
    return traits;
  }

  /**
   * The simple name, because packages are renamed and relocated. Empty for lambdas and generated
   * classes, whose names may change with each build or start.
   */
  private static String className(Analyzer analyzer) {
    Class<?> type = analyzer.getClass();
    boolean isNamed = !type.isHidden() && !type.isSynthetic() && !type.getName().contains("$$");
    return isNamed && !(analyzer instanceof AnalyzerWrapper) ? type.getSimpleName() : "";
  }

  private static String stopWords(Analyzer analyzer) {
    if (!(analyzer instanceof StopwordAnalyzerBase stopping)) {
      return "";
    }
    CharArraySet words = stopping.getStopwordSet();
    long hash =
        words.stream()
            .map(word -> new String((char[]) word))
            .sorted()
            .mapToLong(word -> Hashing.hash(word, 0))
            .reduce(0, Hashing::combine);
    return words.size() + "-" + Long.toHexString(hash);
  }

  private static String parameters(Analyzer analyzer) {
    return switch (analyzer) {
      case StandardAnalyzer standard -> "maxTokenLength=" + standard.getMaxTokenLength();
      case CustomAnalyzer custom -> factories(custom);
      default -> "";
    };
  }

  private static String factories(CustomAnalyzer analyzer) {
    List<AbstractAnalysisFactory> factories = new ArrayList<>(analyzer.getCharFilterFactories());
    factories.add(analyzer.getTokenizerFactory());
    factories.addAll(analyzer.getTokenFilterFactories());
    List<String> described = new ArrayList<>();
    for (AbstractAnalysisFactory factory : factories) {
      Map<String, String> arguments = new TreeMap<>(factory.getOriginalArgs());
      arguments.remove(AbstractAnalysisFactory.LUCENE_MATCH_VERSION_PARAM);
      described.add(factory.getClass().getSimpleName() + arguments);
    }
    return String.join(" ", described);
  }
}
