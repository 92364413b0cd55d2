// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

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
import org.neardup.sketch.Hashing;

/**
 * Settings of an index that tell its analyzer from others with the same {@link AnalyzerProbe}. An
 * unknown trait is empty and is not compared: a wrapper does not reveal the analyzer that it wraps,
 * and wrapping an analyzer for the sake of another field does not change its tokens.
 */
public final class AnalyzerTraits {
  private static final String PROBE = "analyzerProbe";
  private static final String CLASS = "analyzerClass";
  private static final String STOP_WORDS = "analyzerStopWords";
  private static final String PARAMETERS = "analyzerParameters";

  /** The names of the traits, which older indexes lack. */
  public static final List<String> NAMES = List.of(PROBE, CLASS, STOP_WORDS, PARAMETERS);

  private AnalyzerTraits() {}

  public static Map<String, String> of(Analyzer analyzer, List<String> textFields)
      throws IOException {
    Map<String, String> traits = new LinkedHashMap<>();
    traits.put(PROBE, AnalyzerProbe.longId(analyzer, textFields));
    Analyzer words = // what stands before them, the probe tells
        analyzer instanceof NormalizedAnalyzer normalized ? normalized.analyzer() : analyzer;
    traits.put(CLASS, className(words));
    traits.put(STOP_WORDS, stopWords(words));
    traits.put(PARAMETERS, parameters(words));
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
    List<String> words = new ArrayList<>();
    CharArraySet set = stopping.getStopwordSet();
    for (Object word : set) {
      words.add(new String((char[]) word));
    }
    words.sort(null);
    long hash = 0;
    for (String word : words) {
      hash = Hashing.combine(hash, Hashing.hash(word, 0));
    }
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
