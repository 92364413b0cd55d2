// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.neardup.compare.Guard;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.index.CollapseConfig;

/**
 * Which documents are near-duplicates, by the definition: those of one scope on which all guards
 * agree, and that are the same to the analyzer, or whose sets of shingles resemble each other by
 * the threshold if neither is short. What a verdict says of two that have text goes before that.
 *
 * <p>The plugin may decide otherwise only where it says so: where a sketch decides, which errs, and
 * where bands miss a pair. How likely that is bounds what is tolerated.
 */
final class NearDuplicates {
  private final CollapseConfig config;
  private final Map<Set<String>, Kind> verdicts;
  private final boolean textsDecide;
  private final Odds odds;
  private final int bands;
  private final int rows;

  /**
   * By a configuration.
   *
   * @param allStored whether texts can be read from the index whenever they are needed
   * @param verdicts those that hold, now and later, by the ids of both documents
   * @param bands as the index says it has them, such as 21x6
   */
  NearDuplicates(
      CollapseConfig config, boolean allStored, Map<Set<String>, Kind> verdicts, String bands) {
    this.config = config;
    this.verdicts = verdicts;
    textsDecide = allStored;
    odds = new Odds(config.slots(), config.bits());
    String[] parts = bands.split("x", -1);
    this.bands = Integer.parseInt(parts[0]);
    rows = Integer.parseInt(parts[1]);
  }

  Odds odds() {
    return odds;
  }

  boolean isScopeShared(TrialDocument a, TrialDocument b) {
    return config.scopeField().isEmpty() || Objects.equals(a.scope(), b.scope());
  }

  /** Whether a verdict that applies to two documents says so. */
  boolean isJudged(Kind kind, TrialDocument a, TrialDocument b) {
    return !a.id().equals(b.id())
        && verdicts.get(Set.of(a.id(), b.id())) == kind
        && isScopeShared(a, b)
        && Math.min(a.length(), b.length()) > 0;
  }

  /** By definition: |A∩B| / |A∪B|. */
  static double resemblance(TrialDocument a, TrialDocument b) {
    int common = a.reading().common(b.reading());
    return (double) common / (a.reading().distinct() + b.reading().distinct() - common);
  }

  /** Whether both have the same text, and some, in one scope. */
  boolean isSame(TrialDocument a, TrialDocument b) {
    return a.length() > 0
        && isScopeShared(a, b)
        && a.reading().isSame(b.reading())
        && areAgreed(a, b);
  }

  /** Whether guards look at the same words. */
  private boolean areAgreed(TrialDocument a, TrialDocument b) {
    return config.guards().stream()
        .filter(Guard::hasKey)
        .allMatch(
            guard ->
                guard.field() == null
                    ? guard.words(text(a)).equals(guard.words(text(b)))
                    : Objects.equals(a.date(), b.date()));
  }

  private String text(TrialDocument document) {
    return config.textFields().stream()
        .flatMap(field -> document.texts().getOrDefault(field, List.of()).stream())
        .collect(Collectors.joining("\n"));
  }

  private boolean isLossless() {
    return config.guards().contains(Guard.LOSSLESS);
  }

  private boolean isComparable(TrialDocument a, TrialDocument b) {
    return isScopeShared(a, b)
        && areAgreed(a, b)
        && Math.min(a.length(), b.length()) >= Math.max(1, config.minElements());
  }

  /** Whether a document may be hidden behind another. */
  boolean maybe(TrialDocument variant, TrialDocument representative) {
    if (isJudged(Kind.DIFFERENT, variant, representative)) {
      return false;
    }
    if (isJudged(Kind.SAME, variant, representative) || isSame(variant, representative)) {
      return true;
    }
    boolean isLost =
        variant.reading().common(representative.reading()) < variant.reading().distinct();
    if (!isComparable(variant, representative) || (isLossless() && isLost)) {
      return false;
    }
    double resemblance = resemblance(variant, representative);
    return resemblance >= config.threshold()
        || odds.atLeast(leastWithoutTexts(), resemblance) >= Odds.NEVER;
  }

  /** The least estimate that makes near-duplicates of two texts, whatever they are. */
  private double leastWithoutTexts() {
    double threshold = config.threshold();
    return switch (config.verification()) {
      case EXACT -> textsDecide ? Double.POSITIVE_INFINITY : threshold;
      case AUTO -> textsDecide ? threshold + 2.5 * odds.standardError(threshold) : threshold;
      case SKETCH -> threshold;
    };
  }

  /** How likely it is, at most, that both are visible: 1 if they are no near-duplicates. */
  double chanceOfBoth(TrialDocument a, TrialDocument b, boolean bandsMayMiss) {
    if (isJudged(Kind.DIFFERENT, a, b)) {
      return 1;
    }
    if (isJudged(Kind.SAME, a, b) || isSame(a, b)) {
      return 0;
    }
    double resemblance = isComparable(a, b) ? resemblance(a, b) : 0;
    if (resemblance < config.threshold() || isLossless()) { // texts may not be available
      return 1;
    }
    double missed = bandsMayMiss ? odds.sharesNoBand(bands, rows, resemblance) : 0;
    return Math.min(1, missed + odds.atMost(mostWithoutTexts(), resemblance));
  }

  /** The largest estimate that tells two texts apart, whatever they are. */
  private double mostWithoutTexts() {
    double threshold = config.threshold();
    double errors =
        switch (config.verification()) {
          case EXACT -> 4;
          case AUTO -> 2.5;
          case SKETCH -> 0;
        };
    return textsDecide ? threshold - errors * odds.standardError(threshold) : threshold;
  }
}
