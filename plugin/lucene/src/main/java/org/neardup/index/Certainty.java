// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Locale;
import org.neardup.compare.SketchValue;
import org.neardup.compare.TextSketcher;

/**
 * Says which documents any {@link Verification} finds to be near-duplicates, and which none does.
 * For one thread.
 */
final class Certainty {
  /**
   * Standard errors of an estimate that is not to be doubted, not even by texts: as many as {@link
   * Verification#EXACT} takes for sure.
   */
  private static final double ERRORS = 4;

  private final double threshold;
  private final int sketchBytes;
  private final Verifier verifier;

  Certainty(CollapseConfig config, TextSketcher sketcher, Verifier.StoredText storedText) {
    threshold = config.threshold();
    sketchBytes = SketchValue.length(sketcher.parameters().format());
    verifier = new Verifier(config.withVerification(Verification.EXACT), sketcher, storedText);
  }

  /** How long each sketch should be. */
  int sketchBytes() {
    return sketchBytes;
  }

  /** Whether a document has a sketch, and one of the length that it should have. */
  boolean hasComparableSketch(Entry entry) {
    return entry.value != null && entry.value.length == sketchBytes;
  }

  /** Whether two documents with comparable sketches are near-duplicates. */
  boolean isSurelyNear(Entry a, Entry b) throws IOException {
    if (a.hasSameText(b)) {
      return true;
    }
    if (verifier.isShort(a)
        || verifier.isShort(b)
        || verifier.estimate(a.value, b.value) < threshold) {
      return false;
    }
    Similarity similarity = verifier.similarity(a, b);
    double least = threshold + (similarity.isExact() ? 0 : ERRORS * verifier.standardError());
    return similarity.resemblance() >= least;
  }

  /** Whether two documents are none, or cannot be compared. */
  boolean isSurelyUnlike(Entry a, Entry b) throws IOException {
    if (a.hasSameText(b)) {
      return false;
    }
    if (!hasComparableSketch(a)
        || !hasComparableSketch(b)
        || verifier.isShort(a)
        || verifier.isShort(b)) {
      return true;
    }
    if (verifier.estimate(a.value, b.value) >= threshold) {
      return false;
    }
    Similarity similarity = verifier.similarity(a, b);
    double least = threshold - (similarity.isExact() ? 0 : ERRORS * verifier.standardError());
    return similarity.resemblance() < least;
  }

  /** How much two documents resemble each other, for people; nothing if that cannot be said. */
  String describe(Entry a, Entry b) throws IOException {
    if (!hasComparableSketch(a) || !hasComparableSketch(b)) {
      return "";
    }
    Similarity similarity = verifier.similarity(a, b);
    return String.format(
        Locale.ROOT,
        ", %s resemblance %.3f",
        similarity.isExact() ? "exact" : "estimated",
        similarity.resemblance());
  }
}
