// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.upkeep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.util.IOFunction;
import org.neardup.compare.Guard;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.compare.Resemblance;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.index.Verification;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.Verdicts;
import org.neardup.internal.groups.DocumentComparer;
import org.neardup.internal.groups.LiveDocument;

/**
 * Compares stored documents, whose sketches may be damaged, by every {@link Verification}. For one
 * thread.
 */
final class Certainty {
  private final int sketchBytes;
  private final List<String> guards;
  private final boolean isLossless;
  private final SketchComparer comparer;
  private final DocumentComparer texts;

  Certainty(
      CollapseConfig config,
      TextSketcher sketcher,
      Verdicts verdicts,
      IOFunction<LiveDocument, Document> storedText) {
    SketchParameters parameters = sketcher.parameters();
    sketchBytes = parameters.valueLength();
    guards = parameters.guards();
    isLossless = config.guards().contains(Guard.LOSSLESS);
    comparer = new SketchComparer(parameters, ResemblanceRule.exact(config.threshold()));
    texts = new DocumentComparer(comparer, sketcher, verdicts, storedText);
  }

  SketchComparer comparer() {
    return comparer;
  }

  /** The expected length of each sketch. */
  int sketchBytes() {
    return sketchBytes;
  }

  /** Whether a document has a sketch of the expected length. */
  boolean hasComparableSketch(LiveDocument document) {
    return document.value != null && document.value.length == sketchBytes;
  }

  /** Whether two documents with comparable sketches are near-duplicates by every verification. */
  boolean isSurelyNear(LiveDocument a, LiveDocument b) throws IOException {
    return areSame(a, b)
        || (texts.said(a, b) != Kind.DIFFERENT
            && comparer.isCertain(true, a.value, b.value, () -> texts.counted(a, b))
            && losesNothing(a, b));
  }

  /**
   * Whether a verdict says of two documents of one scope, with sketches, that they are the same.
   */
  boolean areSame(LiveDocument a, LiveDocument b) {
    return hasComparableSketch(a) && hasComparableSketch(b) && texts.said(a, b) == Kind.SAME;
  }

  /** The guards that part a document from its representative, those with keys with a version. */
  List<String> parting(LiveDocument variant, LiveDocument representative) throws IOException {
    if (!hasComparableSketch(variant)
        || !hasComparableSketch(representative)
        || areSame(variant, representative)) {
      return List.of();
    }
    List<String> parting = new ArrayList<>();
    if (texts.said(variant, representative) == Kind.DIFFERENT) {
      parting.add("a verdict");
    }
    comparer.parting(variant.value, representative.value).forEach(i -> parting.add(guards.get(i)));
    if (isLossless
        && !variant.hasSameText(representative)
        && containment(variant, representative).orElse(1.0) < 1) {
      parting.add(Guard.LOSSLESS.toString());
    }
    return parting;
  }

  /** Whether nothing is lost for sure if either document goes behind the other. */
  private boolean losesNothing(LiveDocument a, LiveDocument b) throws IOException {
    int preferred = Arrays.compareUnsigned(a.rank, b.rank); // of equals the order is not known here
    return !isLossless
        || a.hasSameText(b)
        || ((preferred > 0 || containment(a, b).orElse(0.0) == 1)
            && (preferred < 0 || containment(b, a).orElse(0.0) == 1));
  }

  /** Whether two documents are near-duplicates by no verification, or cannot be compared. */
  boolean isSurelyUnlike(LiveDocument a, LiveDocument b) throws IOException {
    if (a.hasSameText(b) || areSame(a, b)) {
      return false;
    }
    return !hasComparableSketch(a)
        || !hasComparableSketch(b)
        || comparer.isCertain(false, a.value, b.value, () -> texts.counted(a, b));
  }

  /** How much of one document is in another; empty unless both texts are stored. */
  Optional<Double> containment(LiveDocument a, LiveDocument b) throws IOException {
    return texts.containment(a, b);
  }

  /** The resemblance of two documents for a message; empty if they cannot be compared. */
  String describe(LiveDocument a, LiveDocument b) throws IOException {
    if (!hasComparableSketch(a) || !hasComparableSketch(b)) {
      return "";
    }
    Resemblance resemblance = comparer.resemblance(a.value, b.value, () -> texts.counted(a, b));
    return String.format(
        Locale.ROOT,
        ", %s resemblance %.3f",
        resemblance.isCounted() ? "exact" : "estimated",
        resemblance.value());
  }
}
