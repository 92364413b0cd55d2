// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.neardup.search.explain.ChangeKind;
import org.neardup.search.explain.Contrast;
import org.neardup.search.explain.Contrast.Change;
import org.neardup.search.explain.TextDifference;
import org.neardup.tools.report.GroupSource.Grouped;

/**
 * The variants that a person should look at before they are hidden: they differ from their
 * representative in nothing but numbers, dates, names and negations, or in few words of a long
 * text.
 *
 * <p>They are ranked by their most telling changes, of texts and of titles. One that is in many
 * groups, such as a date that all pages of a site have, tells little; one that comes again and
 * again in a text tells more. Memory: about 500 bytes a variant of this sort. For one thread.
 */
public final class LookFirst {
  private static final Set<ChangeKind> TELLING =
      EnumSet.of(ChangeKind.NEGATION, ChangeKind.NAME, ChangeKind.NUMBER, ChangeKind.DATE);

  /** So many words are few, in a text that has 50 times as many. */
  static final int FEW_WORDS = 10;

  private static final int LONG_TEXT = 50;
  private static final int MOST_CHANGES = 12;

  /** What is only added tells less than what is replaced: a page may have grown. */
  private static final double ADDED = 0.5;

  /** The weight of a link that leads elsewhere. */
  private static final double ADDRESS = 0.5;

  private static final Comparator<Ranked> MOST_TELLING_FIRST =
      Comparator.comparingDouble(Ranked::score)
          .reversed()
          .thenComparingInt(ranked -> ranked.doubt.words)
          .thenComparingLong(ranked -> ranked.doubt.group.number());

  private final List<Doubt> doubts = new ArrayList<>();
  private final Map<Replaced, long[]> groupsWith = new HashMap<>(); // count, and the last of them

  /** Words of one text and what the other has there. */
  private record Replaced(String a, String b) {
    private static Replaced of(Change change) {
      return new Replaced(change.a().toLowerCase(Locale.ROOT), change.b().toLowerCase(Locale.ROOT));
    }
  }

  /**
   * A change and how often a text has it.
   *
   * @param count at least 1
   */
  record Repeated(Change change, int count) {}

  /**
   * A variant to look at.
   *
   * @param kinds of the changes
   * @param words how many differ
   * @param textWords how many the longer text has
   * @param changes some of them
   * @param titles what the titles differ in
   */
  record Doubt(
      Grouped group,
      Grouped.Near variant,
      Set<ChangeKind> kinds,
      int words,
      int textWords,
      List<Repeated> changes,
      Contrast titles) {}

  /** A variant and what it is ranked by. */
  record Ranked(Doubt doubt, double score) {}

  /**
   * Takes a variant, if it is to be looked at.
   *
   * @param textWords words of the longer text
   * @param titles what the titles differ in
   */
  void add(Grouped group, Grouped.Near variant, Contrast contrast, int textWords, Contrast titles) {
    Set<ChangeKind> kinds = contrast.kinds();
    int words = contrast.words();
    boolean isFew = words <= FEW_WORDS && (long) words * LONG_TEXT <= textWords;
    if (kinds.isEmpty() || (!isFew && !TELLING.containsAll(kinds))) {
      return;
    }
    Map<Replaced, Repeated> changes = new LinkedHashMap<>();
    for (Change change : contrast.changes()) {
      changes.merge(
          Replaced.of(change),
          new Repeated(change, 1),
          (known, one) -> new Repeated(known.change, known.count + 1));
    }
    titles.changes().forEach(change -> changes.putIfAbsent(Replaced.of(change), null));
    changes.keySet().forEach(change -> count(change, group.number()));
    changes.values().removeIf(Objects::isNull);
    List<Repeated> some = changes.values().stream().limit(MOST_CHANGES).toList();
    doubts.add(new Doubt(group, variant, kinds, words, textWords, some, titles));
  }

  private void count(Replaced change, long group) {
    long[] counted = groupsWith.computeIfAbsent(change, none -> new long[] {0, -1});
    if (counted[1] != group) {
      counted[0]++;
      counted[1] = group;
    }
  }

  /** How many groups have a variant of each sort; a group with several sorts counts for each. */
  Map<ChangeKind, Integer> groupsByKind() {
    Map<ChangeKind, Set<Long>> groups = new EnumMap<>(ChangeKind.class);
    for (Doubt doubt : doubts) {
      boolean isFewWords = doubt.kinds.contains(ChangeKind.WORDS); // of any kind
      Set<ChangeKind> sorts = isFewWords ? EnumSet.of(ChangeKind.WORDS) : doubt.kinds;
      sorts.forEach(
          sort -> groups.computeIfAbsent(sort, none -> new HashSet<>()).add(doubt.group.number()));
    }
    Map<ChangeKind, Integer> counts = new EnumMap<>(ChangeKind.class);
    groups.forEach((sort, numbers) -> counts.put(sort, numbers.size()));
    return counts;
  }

  /** The variants of each group, the most telling group first, and in a group likewise. */
  List<List<Ranked>> byGroup() {
    Map<Long, List<Ranked>> groups = new LinkedHashMap<>();
    doubts.stream()
        .map(doubt -> new Ranked(doubt, score(doubt)))
        .sorted(MOST_TELLING_FIRST)
        .forEach(
            ranked ->
                groups
                    .computeIfAbsent(ranked.doubt.group.number(), none -> new ArrayList<>())
                    .add(ranked));
    return List.copyOf(groups.values());
  }

  private double score(Doubt doubt) {
    double best = doubt.changes.stream().mapToDouble(this::score).max().orElse(0);
    return doubt.titles.changes().stream().mapToDouble(this::score).max().orElse(0) + best;
  }

  private double score(Repeated repeated) {
    return score(repeated.change) * (1 + Math.log(repeated.count));
  }

  private double score(Change change) {
    long[] groups = groupsWith.get(Replaced.of(change));
    double replaced = change.a().isEmpty() || change.b().isEmpty() ? ADDED : 1;
    boolean isAddress = change.a().contains("://") || change.b().contains("://");
    double weight = isAddress ? ADDRESS : weight(change.kind());
    return replaced * weight / (groups == null ? 1 : groups[0]);
  }

  private static double weight(ChangeKind kind) {
    return switch (kind) {
      case NEGATION -> 4 / ADDED; // most are added
      case NAME, NUMBER -> 3;
      case WORDS -> 1;
      case DATE -> 0.5;
      case FORM -> 0;
    };
  }

  /** The different ones of some changes, the most telling first, without those that say as much. */
  List<Change> tellingFirst(List<Change> changes) {
    Map<Replaced, Change> different = new LinkedHashMap<>();
    changes.forEach(change -> different.putIfAbsent(Replaced.of(change), change));
    List<Change> first =
        different.values().stream()
            .sorted(Comparator.comparingDouble((Change change) -> -score(change)))
            .limit(MOST_CHANGES)
            .toList();
    return first.stream()
        .filter(change -> first.stream().noneMatch(other -> says(change, other)))
        .toList();
  }

  /**
   * In what two texts differ, some changes, the most telling first.
   *
   * @param maxCharacters longer changes are left out
   */
  public static List<Change> telling(TextDifference difference, int maxCharacters) {
    List<Change> changes = Contrast.of(difference).changes();
    return new LookFirst()
        .tellingFirst(
            changes.stream()
                .filter(change -> change.a().length() <= maxCharacters)
                .filter(change -> change.b().length() <= maxCharacters)
                .toList());
  }

  /** Whether a change is another one with more words around it. */
  private static boolean says(Change change, Change other) {
    return !other.a().isEmpty()
        && !other.b().isEmpty()
        && change.a().length() + change.b().length() > other.a().length() + other.b().length()
        && change.a().contains(other.a())
        && change.b().contains(other.b());
  }
}
