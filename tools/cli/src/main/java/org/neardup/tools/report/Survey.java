// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.neardup.compare.SketchSettings;
import org.neardup.compare.TextSketcher;
import org.neardup.sketch.ElementSet;
import org.neardup.tools.index.GuardEffects;
import org.neardup.tools.report.GroupSource.Grouped;
import org.neardup.tools.report.ReportFindings.Group;
import org.neardup.tools.report.ReportFindings.Savings;

/**
 * Finds out what an index or a file of clusters holds. Memory: the groups that are shown, and what
 * {@link LookFirst} and {@link ThresholdSweep} say. For one thread, once.
 */
final class Survey {
  private static final Comparator<Grouped> SMALLEST_FIRST =
      Comparator.comparingInt(Grouped::documents)
          .thenComparing(Comparator.comparingLong(Grouped::number).reversed());

  private final GroupSource source;
  private final SketchSettings settings;
  private final TextSketcher sketcher;
  private final int top;
  private final GroupLooker looker;
  private final ThresholdSweep whatIf;
  private final BandTrials trials;
  private final Tally tally = new Tally();
  private final Timeline timeline = new Timeline();
  private final PriorityQueue<Grouped> largest = new PriorityQueue<>(SMALLEST_FIRST);
  private long documents;
  private long variants;
  private long copies;
  private boolean hasTexts;
  private long bytes;
  private long variantBytes;
  private long copyBytes;

  /**
   * Of one source.
   *
   * @param settings that groups were found by
   * @param sketcher with these settings
   * @param top how many groups to show
   */
  Survey(GroupSource source, SketchSettings settings, TextSketcher sketcher, int top) {
    this.source = source;
    this.settings = settings;
    this.sketcher = sketcher;
    this.top = top;
    looker = new GroupLooker(source, new LookFirst());
    whatIf = new ThresholdSweep(settings, sketcher.parameters().format());
    trials = new BandTrials(settings.bands(), sketcher.parameters().format().packing());
  }

  ReportFindings run() throws IOException, InterruptedException {
    source.forEachGroup(this::count);
    source.forEachDocument(this::count);
    source.forEachGroup(looker::examine);
    ReportFindings.First first = looker.first(top);
    List<Group> shown = new ArrayList<>();
    for (Grouped group : largest.stream().sorted(SMALLEST_FIRST.reversed()).toList()) {
      shown.add(looker.look(group));
      addToTrials(group);
    }
    return new ReportFindings(
        source.subject(),
        savings(),
        tally,
        whatIf.run(),
        timeline.bars(),
        timeline.undated(),
        trials.run(settings.threshold()),
        first,
        guards(),
        shown);
  }

  private GuardEffects guards() throws IOException {
    GuardEffects.Sampler sampler = new GuardEffects.Sampler(sketcher, variants);
    source.forEachGroup(
        group -> {
          for (int variant : group.variants()) {
            if (sampler.takesNext()) {
              sampler.add(
                  source.known(group.representative()).text(), source.known(variant).text());
            }
          }
        });
    return sampler.effects();
  }

  private void count(Grouped group) {
    tally.addGroup(group.documents());
    if (!group.kind().isEmpty()) {
      tally.addKind(group.kind(), group.documents());
    }
    group.copies().forEach(copy -> tally.addResemblance(1));
    group.near().forEach(variant -> tally.addResemblance(variant.resemblance()));
    variants += group.documents() - 1;
    copies += group.copies().size();
    largest.add(group);
    if (largest.size() > top) {
      largest.remove();
    }
  }

  private void count(GroupSource.Listed document) {
    long size = Math.max(document.bytes(), 0);
    documents++;
    hasTexts |= document.bytes() >= 0;
    bytes += size;
    variantBytes += document.isVariant() ? size : 0;
    copyBytes += document.isCopy() ? size : 0;
    tally.addHost(document.name().address(), document.isVariant());
    timeline.add(document.name().date(), document.isVariant());
    whatIf.add(document.arrival(), document.sketch());
  }

  private Savings savings() {
    return hasTexts
        ? new Savings(documents, variants, copies, bytes, variantBytes, copyBytes)
        : new Savings(documents, variants, copies, -1, -1, -1);
  }

  private void addToTrials(Grouped group) throws IOException {
    Stream<Integer> near =
        group.near().stream().limit(GroupLooker.MAX_VARIANTS).map(Grouped.Near::doc);
    for (int doc : Stream.concat(Stream.of(group.representative()), near).toList()) {
      ElementSet elements = trials.isFull() ? null : source.elements(doc);
      if (elements != null) {
        trials.add(elements);
      }
    }
  }
}
