// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.neardup.search.explain.ChangeKind;
import org.neardup.tools.console.Compared;
import org.neardup.tools.index.IndexCounts;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.page.Numbers;
import org.neardup.tools.report.GroupSource.Grouped;

/**
 * What the groups of an index or of a file of clusters are like, for a first look.
 *
 * @param sizes of groups, the smallest first
 * @param compared what documents are compared by
 * @param first groups to look at before their variants are hidden; null if none was looked at yet
 * @param whatIf documents hidden by threshold
 * @param dates documents by date
 * @param note what a reader must know of the numbers; empty if that is nothing
 */
public record Survey(
    IndexCounts counts,
    List<Size> sizes,
    Compared compared,
    First first,
    List<ThresholdSweep.Point> whatIf,
    List<Timeline.Bar> dates,
    String note) {
  private static final First NONE = new First(Map.of(), 0, List.of());

  /** Groups of more documents are not looked at while somebody waits, as that takes time. */
  private static final int MOST_DOCUMENTS = 100_000;

  private static final int MOST_COMPARED = 5_000;
  private static final int RISKY_GROUPS = 6;

  private static final Comparator<Grouped> LARGEST_FIRST =
      Comparator.comparingInt(Grouped::documents).reversed().thenComparingLong(Grouped::number);

  /**
   * Groups of about as many documents.
   *
   * @param range their least and greatest number of documents, as in {@code 2} or {@code 3-4}
   */
  public record Size(String range, long groups, long documents) {
    private static Size of(int documents) {
      int bar = bar(documents);
      long to = 2L << bar;
      return new Size(bar == 0 ? "2" : (to / 2 + 1) + "-" + to, 1, documents);
    }

    /** Which bar of sizes a group is in, from 0: of 2 documents, of 3 to 4, of 5 to 8 … */
    private static int bar(int documents) {
      return Integer.SIZE - Integer.numberOfLeadingZeros(documents - 1) - 1;
    }

    private Size and(Size other) {
      return new Size(range, groups + other.groups, documents + other.documents);
    }

    /** As in {@code 12 groups of 3 to 4}. */
    public String said() {
      return Numbers.count(groups, "group") + " of " + range.replace("-", " to ");
    }
  }

  /**
   * The groups to look at first.
   *
   * @param byKind in how many groups a variant differs in nothing but some kinds of words
   * @param total in how many groups a variant is to be looked at
   * @param groups the most telling ones
   */
  public record First(Map<ChangeKind, Integer> byKind, int total, List<ShownGroup> groups) {}

  /** A part of a strip that is 100 long, from the left. */
  public record Part(Size size, String from, String width) {}

  /** The numbers of an index, which cost little. */
  public static Survey counted(NeardupIndex index) throws IOException {
    List<Integer> sizes = new ArrayList<>();
    index.hiddenByGroup().values().forEach(hidden -> sizes.add(hidden + 1));
    return new Survey(
        index.counts(),
        bySize(sizes),
        Compared.by(index.config().comparesValues()),
        index.all().maxDoc() > MOST_DOCUMENTS ? NONE : null,
        List.of(),
        List.of(),
        "");
  }

  private static List<Size> bySize(List<Integer> documents) {
    TreeMap<Integer, Size> sizes = new TreeMap<>();
    for (int each : documents) {
      sizes.merge(Size.bar(each), Size.of(each), Size::and);
    }
    return List.copyOf(sizes.values());
  }

  /**
   * Looks at an index for its first page; variants are compared in the order of their groups, at
   * most {@value #MOST_COMPARED} of them, and nothing of an index of more than {@value
   * #MOST_DOCUMENTS} documents.
   */
  public static Survey of(NeardupIndex index, Cards cards) throws IOException {
    Survey counted = counted(index);
    return counted.first == null
        ? of(new IndexSource(index, cards), MOST_COMPARED, RISKY_GROUPS, 1)
        : counted;
  }

  /**
   * Looks at all groups.
   *
   * @param mostCompared how many variants to compare, in the order of their groups
   * @param top how many groups to show
   * @param versions how many versions of each
   */
  static Survey of(GroupSource source, int mostCompared, int top, int versions) throws IOException {
    GroupLooker looker = new GroupLooker(source, new LookFirst(), versions);
    long compared = 0;
    for (Grouped group : source.groups()) {
      compared += group.near().size();
      if (compared <= mostCompared) {
        looker.examine(group);
      }
    }
    Timeline timeline = new Timeline();
    List<ThresholdSweep.Point> whatIf = List.of();
    if (source instanceof IndexSource index) {
      ThresholdSweep sweep = index.sweep();
      index.addTo(timeline, sweep);
      whatIf = index.losesNothing() ? List.of() : sweep.run(index.counts().hidden());
    }
    return new Survey(
        source.counts(),
        bySize(source.groups().stream().map(Grouped::documents).toList()),
        source.compared(),
        looker.first(top),
        whatIf,
        timeline.bars(),
        source.note());
  }

  /** The largest groups of a source, at most so many, with at most so many versions. */
  static List<ShownGroup> largest(GroupSource source, int top, int versions) throws IOException {
    return new GroupLooker(source, new LookFirst(), versions)
        .look(source.groups().stream().sorted(LARGEST_FIRST).limit(top).toList());
  }

  /** Whether more than the numbers is known, or none of it will be. */
  public boolean isWhole() {
    return first != null;
  }

  /** Groups of some sizes, as parts of a strip. */
  public List<Part> strip() {
    List<Part> parts = new ArrayList<>();
    double all = sizes.stream().mapToLong(Size::documents).sum();
    double from = 0;
    for (Size size : sizes) {
      double width = 100 * size.documents() / all;
      parts.add(new Part(size, Numbers.place(from), Numbers.place(width)));
      from += width;
    }
    return parts;
  }

  /** How many documents are in no bar of {@link #dates}. */
  public long undated() {
    return counts.documents() - dates.stream().mapToLong(Timeline.Bar::count).sum();
  }

  /** The point nearest to a threshold; null if there are none. */
  public ThresholdSweep.Point nearest(double threshold) {
    return whatIf.stream()
        .min(Comparator.comparingDouble(point -> Math.abs(point.threshold() - threshold)))
        .orElse(null);
  }
}
