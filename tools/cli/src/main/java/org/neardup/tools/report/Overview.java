// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.neardup.tools.console.Compared;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.page.Numbers;
import org.neardup.tools.report.ReportFindings.First;

/**
 * What the groups of an index are like, in short: a report for a first look. Of an index of more
 * than {@value #MOST_DOCUMENTS} documents only the sizes, as the rest takes time and memory.
 *
 * @param sizes of groups, the smallest first
 * @param first groups to look at before their variants are hidden, the most telling ones
 * @param compared what its documents are compared by
 * @param whatIf documents hidden by threshold
 * @param dates documents by date
 */
public record Overview(
    List<Size> sizes,
    First first,
    Compared compared,
    List<ThresholdSweep.Point> whatIf,
    List<Tally.Bar> dates) {
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
    Compared compared = Compared.by(index.config().comparesValues());
    if (index.all().maxDoc() > MOST_DOCUMENTS) {
      First none = new First(0, Map.of(), 0, List.of());
      return new Overview(bySize, none, compared, List.of(), List.of());
    }
    Sketching sketching = Sketching.of(index);
    IndexSource source = new IndexSource("", sketching, dateField);
    GroupLooker looker = new GroupLooker(source, new LookFirst());
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
    return new Overview(bySize, looker.first(RISKY_GROUPS), compared, sweep.run(), timeline.bars());
  }

  /** In how many groups a variant is to be looked at. */
  public int risky() {
    return first.total();
  }

  /** The point nearest to a threshold; null if there are none. */
  public ThresholdSweep.Point nearest(double threshold) {
    return whatIf.stream()
        .min(Comparator.comparingDouble(point -> Math.abs(point.threshold() - threshold)))
        .orElse(null);
  }
}
