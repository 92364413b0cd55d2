// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.util.BytesRef;
import org.neardup.codec.SketchField;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.SketchSettings;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchedText;
import org.neardup.opensearch.mapper.NodeSeed;
import org.opensearch.common.settings.MockSecureSettings;
import org.opensearch.common.settings.Settings;

/**
 * How much the documents of a corpus resemble each other: sketched here, as the nodes sketch them,
 * and compared one by one.
 */
final class Resemblances {
  static final double THRESHOLD = 0.8;

  private final SketchField field;
  private final String scope; // null for none
  private final SketchComparer comparer;
  private final Map<String, SketchedText> texts = new HashMap<>();

  private Resemblances(SketchField field, String scope) {
    this.field = field;
    this.scope = scope;
    comparer = new SketchComparer(field.parameters(), ResemblanceRule.sketch(THRESHOLD));
  }

  /** Sketches documents with the seed that nodes have if their keystore has none. */
  static Resemblances of(List<CorpusDocument> documents) throws IOException {
    return of(documents, SketchSettings.DEFAULTS.seed(), null);
  }

  /** The same with scopes: what this field says of a document. */
  static Resemblances within(String scope, List<CorpusDocument> documents) throws IOException {
    return of(documents, SketchSettings.DEFAULTS.seed(), scope);
  }

  /** The same with the seed of nodes whose keystore has one. */
  static Resemblances of(List<CorpusDocument> documents, String secret) throws IOException {
    MockSecureSettings secure = new MockSecureSettings();
    secure.setString(NodeSeed.SETTING.getKey(), secret);
    Settings settings = Settings.builder().setSecureSettings(secure).build();
    return of(documents, NodeSeed.of(settings).value(), null);
  }

  private static Resemblances of(List<CorpusDocument> documents, long seed, String scope)
      throws IOException {
    SketchSettings settings = SketchSettings.DEFAULTS.withThreshold(THRESHOLD).withSeed(seed);
    Resemblances resemblances =
        new Resemblances(
            new SketchField(ServerIndex.FIELD, settings, new StandardAnalyzer()), scope);
    for (CorpusDocument document : documents) {
      resemblances.put(document);
    }
    return resemblances;
  }

  /** Adds a document or replaces the one with the same id. */
  void put(CorpusDocument document) throws IOException {
    String inScope = scope == null ? null : document.fields().get(scope).toString();
    texts.put(document.id(), field.sketch(document.text(), inScope));
  }

  /** The estimate, as near-duplicates are told by it. */
  double estimate(String a, String b) {
    byte[] other = texts.get(b).value();
    return comparer.score(texts.get(a).value(), other == null ? null : new BytesRef(other));
  }

  boolean areNear(String a, String b) {
    return estimate(a, b) >= THRESHOLD;
  }

  /** The resemblance of the texts themselves. */
  double exact(String a, String b) {
    return texts.get(a).elementSet().resemblance(texts.get(b).elementSet());
  }

  /** The pairs whose estimate is that of near-duplicates. */
  List<String> nearPairs(List<String> ids) {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (areNear(ids.get(i), ids.get(j))) {
          pairs.add(ids.get(j) + " " + ids.get(i));
        }
      }
    }
    return pairs;
  }

  /** How many pairs of texts resemble each other by at least so much. */
  int pairsOfAtLeast(double least, List<String> ids) {
    int pairs = 0;
    for (int i = 0; i < ids.size(); i++) {
      for (int j = 0; j < i; j++) {
        // No estimate is off by .3, and counting takes a hundred times as long.
        if (estimate(ids.get(i), ids.get(j)) >= least - 0.3
            && exact(ids.get(i), ids.get(j)) >= least) {
          pairs++;
        }
      }
    }
    return pairs;
  }

  /**
   * The groups of documents, by the definition: in their order, each is hidden if an earlier
   * visible one resembles it by at least the threshold, behind the one that it resembles most.
   *
   * @return the members of each group, the visible one first, by its id, all in the order given
   */
  Map<String, List<String>> groups(Collection<String> idsInOrder) {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (String id : idsInOrder) {
      double most = THRESHOLD;
      String representative = null;
      for (String visible : groups.keySet()) {
        double estimate = estimate(visible, id);
        if (representative == null ? estimate >= most : estimate > most) {
          most = estimate;
          representative = visible;
        }
      }
      groups
          .computeIfAbsent(representative == null ? id : representative, none -> new ArrayList<>())
          .add(id);
    }
    return groups;
  }

  /** What is left if each hit is dropped that resembles one before it which was not. */
  List<String> firstOfEach(List<String> hits) {
    List<String> kept = new ArrayList<>();
    for (String hit : hits) {
      if (kept.stream().noneMatch(earlier -> areNear(earlier, hit))) {
        kept.add(hit);
      }
    }
    return kept;
  }
}
