// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.io.IOException;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.neardup.analysis.ElementExtractor;
import org.neardup.analysis.Shingling;
import org.neardup.sketch.BagMinHashMeanV1;
import org.neardup.sketch.ElementSet;
import org.neardup.sketch.Hashing;
import org.neardup.sketch.Sketches;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.input.InputDocument;

/** Computes what a document is compared by. For one thread. */
public final class ClusterDocumentFactory {
  private static final String FIELD = "text";

  private final ClusterConfig config;
  private final TextSketches sketches;
  private final RecentFeatures recent;
  private final ElementExtractor extractor;
  private final ElementExtractor words;
  private final BagMinHashMeanV1 mean;

  private ClusterDocumentFactory(
      ClusterConfig config, TextSketches sketches, Analyzer analyzer, RecentFeatures recent) {
    this.config = config;
    this.sketches = sketches;
    this.recent = recent;
    extractor = new ElementExtractor(analyzer, config.shingling());
    words = new ElementExtractor(analyzer, Shingling.words(1));
    mean = Sketches.bagMean(Sketches.DEFAULT_SLOTS, Sketches.DEFAULT_SEED);
  }

  /** Makes one for each thread that asks, which share what they know of texts that came lately. */
  public static Supplier<ClusterDocumentFactory> forEachThread(
      ClusterConfig config, TextSketches sketches, Analyzer analyzer) {
    RecentFeatures recent = new RecentFeatures();
    return ThreadLocal.withInitial(
            () -> new ClusterDocumentFactory(config, sketches, analyzer, recent))
        ::get;
  }

  /** Makes one for one thread. */
  public static ClusterDocumentFactory of(
      ClusterConfig config, TextSketches sketches, Analyzer analyzer) {
    return new ClusterDocumentFactory(config, sketches, analyzer, new RecentFeatures());
  }

  /**
   * The hash that stands for a scope.
   *
   * @param name null for none
   */
  public static long scope(String name) {
    return name == null ? 0 : Hashing.hash(name, Sketches.DEFAULT_SEED);
  }

  /** A document in no scope. */
  public ClusterDocument prepare(InputDocument input) throws IOException {
    return prepare(input, 0);
  }

  /**
   * A document.
   *
   * @param scope is mixed into every element, so texts of different scopes have none in common; 0
   *     for none
   */
  public ClusterDocument prepare(InputDocument input, long scope) throws IOException {
    TextFeatures text = text(config.content().of(input), scope);
    if (text == null) { // such as a main text of signs only
      text = text(input.text(), scope);
    }
    TextFeatures whole = config.keepsWholeTexts() ? text(input.text(), scope) : text;
    boolean looksLikeError = whole != null && whole.looksLikeError();
    PageTraits page = PageTraits.of(input, mainText(input), looksLikeError);
    return new ClusterDocument(input.id(), text, whole, page);
  }

  /** What a text is compared by; null if it has no elements. */
  public TextFeatures text(String text, long scope) throws IOException {
    TextFeatures known = recent.get(text, scope);
    if (known != null) {
      return known;
    }
    TextFeatures features = features(text, scope);
    if (features != null) {
      recent.put(text, scope, features);
    }
    return features;
  }

  private TextFeatures features(String text, long scope) throws IOException {
    extractor.reset();
    extractor.add(FIELD, text);
    if (extractor.count() == 0) {
      return null;
    }
    mix(scope);
    long[] elements = ElementSet.of(extractor.elements(), extractor.count()).toArray();
    boolean sketched = config.candidates() != CandidateMethod.EXACT;
    return new TextFeatures(
        extractor.fingerprint() ^ scope,
        extractor.count(),
        config.keepsElements() ? elements : null,
        sketched ? sketches.sketch(elements) : null,
        config.candidates() == CandidateMethod.WINDOW ? mean(text) : 0,
        ErrorWords.areIn(text));
  }

  private void mix(long scope) {
    if (scope != 0) {
      long[] elements = extractor.elements();
      for (int i = 0; i < extractor.count(); i++) {
        elements[i] ^= scope;
      }
    }
  }

  private double mean(String text) throws IOException {
    words.reset();
    words.add(FIELD, text);
    return mean.mean(words.elements(), words.count());
  }

  /** Pages without main text have nothing in common by that. */
  private long mainText(InputDocument input) throws IOException {
    if (!config.needsMainText() || input.mainText().isBlank()) {
      return 0;
    }
    words.reset();
    words.add(FIELD, input.mainText());
    return words.count() == 0 ? 0 : words.fingerprint();
  }
}
