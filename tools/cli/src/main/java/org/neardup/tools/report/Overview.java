// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.neardup.tools.difference.Contrast.Change;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.page.Numbers;
import org.neardup.tools.report.ReportFindings.Group;

/**
 * What the groups of an index are like, in short: a report for a first look. Of an index of more
 * than {@value #MOST_DOCUMENTS} documents only the sizes, as the rest takes time and memory.
 *
 * @param sizes of groups, the smallest first
 * @param compared variants that were compared with their representative, word by word
 * @param risky in how many groups one of them is to be looked at
 * @param first the most telling of these
 * @param whatIf documents hidden by threshold
 * @param curve of these; null if there are none
 * @param timeline documents by date; null if there are not two dates
 */
public record Overview(
    List<Size> sizes,
    long compared,
    int risky,
    List<Risk> first,
    List<ThresholdSweep.Point> whatIf,
    Drawing curve,
    Drawing timeline) {
  private static final int MOST_DOCUMENTS = 100_000;
  private static final int MOST_COMPARED = 5_000;
  private static final int RISKY_GROUPS = 6;

  /**
   * Groups of about as many documents.
   *
   * @param range their least and greatest number of documents, as in {@code 2} or {@code 3-4}
   */
  public record Size(String range, long groups, long documents) {
    private Size and(Size other) {
      return new Size(range, groups + other.groups, documents + other.documents);
    }

    /** As in {@code 12 groups of 3 to 4}. */
    public String said() {
      return Numbers.count(groups, "group") + " of " + range.replace("-", " to ");
    }
  }

  /**
   * A group to look at before its variants are hidden.
   *
   * @param id of the representative
   * @param variant id of the variant to look at
   * @param changes in what they differ, the most telling first
   * @param about the group
   */
  public record Risk(
      String id,
      String name,
      String variant,
      String variantName,
      List<Change> changes,
      String about) {}

  /**
   * Looks at an index; its variants are compared in the order of their groups, at most {@value
   * #MOST_COMPARED} of them.
   */
  public static Overview of(NeardupIndex index, String dateField) throws IOException {
    TreeMap<Integer, Size> sizes = new TreeMap<>();
    for (int hidden : index.hiddenByGroup().values()) {
      int bar = Tally.bar(hidden + 1);
      String range = Tally.range(bar).replace(" to ", "-");
      sizes.merge(bar, new Size(range, 1, hidden + 1L), Size::and);
    }
    List<Size> bySize = List.copyOf(sizes.values());
    if (index.all().maxDoc() > MOST_DOCUMENTS) {
      return new Overview(bySize, 0, 0, List.of(), List.of(), null, null);
    }
    Sketching sketching = Sketching.of(index);
    IndexSource source = new IndexSource("", sketching, dateField);
    GroupLooker looker = new GroupLooker(source);
    long[] taken = new long[1];
    source.forEachGroup(
        group -> {
          taken[0] += group.near().size();
          if (taken[0] <= MOST_COMPARED) {
            looker.examine(group);
          }
        });
    Timeline timeline = new Timeline();
    ThresholdSweep sweep =
        new ThresholdSweep(
            index.config().sketchSettings(), sketching.sketcher().parameters().format());
    source.forEachDocument(
        document -> {
          timeline.add(document.name().date(), document.isVariant());
          sweep.add(document.arrival(), document.sketch());
        });
    ReportFindings.First first = looker.first(RISKY_GROUPS);
    List<ThresholdSweep.Point> points = sweep.run();
    List<Tally.Bar> bars = timeline.bars();
    return new Overview(
        bySize,
        first.compared(),
        first.total(),
        first.groups().stream().map(group -> risk(group, source)).toList(),
        points,
        points.isEmpty() ? null : ThresholdSweep.draw(points),
        bars.size() < 2 ? null : BarChart.byDate(bars));
  }

  private static Risk risk(Group group, GroupSource source) {
    ReportFindings.Variant variant = group.variants().getFirst();
    return new Risk(
        group.representative().id(),
        group.representative().shown(),
        variant.name().id(),
        variant.name().shown(),
        variant.changes(),
        group.about(true, source.subject().compared()));
  }

  /** The point nearest to a threshold; null if there are none. */
  public ThresholdSweep.Point nearest(double threshold) {
    return whatIf.stream()
        .min(Comparator.comparingDouble(point -> Math.abs(point.threshold() - threshold)))
        .orElse(null);
  }
}
