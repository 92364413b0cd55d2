// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.explain.TextDifference.Part;
import org.neardup.search.explain.TextDifference.Passage;
import org.neardup.tools.difference.Contrast;
import org.neardup.tools.difference.Contrast.Change;
import org.neardup.tools.page.Excerpt;
import org.neardup.tools.report.GroupSource.Grouped;
import org.neardup.tools.report.GroupSource.Known;
import org.neardup.tools.report.ReportFindings.Group;
import org.neardup.tools.report.ReportFindings.Name;
import org.neardup.tools.report.ReportFindings.Shown;
import org.neardup.tools.report.ReportFindings.Variant;

/** Looks into the texts of groups. For one thread. */
record GroupLooker(GroupSource source, LookFirst lookFirst) {
  /** How many different variants of a group are shown. */
  static final int MAX_VARIANTS = 10;

  /** Of so many it is found out how they differ. */
  private static final int MAX_COMPARED = 50;

  /** Texts that differ in more elements differ in more than few words, and take long to align. */
  private static final int MAX_DIFFERING_ELEMENTS = 1000;

  /** How many passages of a variant are shown. */
  static final int MAX_PASSAGES = 10;

  private static final int BEGINNING = 80; // characters of a text
  private static final int MAX_COPIES = 10;
  private static final int MAX_CHANGES = 3;
  private static final Pattern WORD = Pattern.compile("\\P{javaWhitespace}+");

  /** Compares each variant of a group with its representative; see {@link #first}. */
  void examine(Grouped group) throws IOException {
    if (group.near().isEmpty()) {
      return;
    }
    Known representative = source.known(group.representative());
    if (representative.text() == null) {
      return;
    }
    int words = words(representative.text());
    Set<String> known = new HashSet<>(); // of some texts there are several
    for (Grouped.Near variant : group.near()) {
      if ((1 - variant.resemblance()) * words <= MAX_DIFFERING_ELEMENTS) {
        Known other = source.known(variant.doc());
        if (other.text() != null && known.add(other.text())) {
          lookFirst.add(
              group,
              variant,
              contrast(representative.text(), other.text()),
              Math.max(words, words(other.text())),
              contrast(representative.name().title(), other.name().title()));
        }
      }
    }
  }

  private static Contrast contrast(String a, String b) {
    return Contrast.of(TextDifference.of(a, b));
  }

  private static int words(String text) {
    return (int) WORD.matcher(text).results().count();
  }

  /**
   * The groups to look at first, of those examined.
   *
   * @param top how many
   */
  ReportFindings.First first(int top) throws IOException {
    List<List<LookFirst.Ranked>> ranked = lookFirst.byGroup();
    List<Group> groups = new ArrayList<>();
    for (List<LookFirst.Ranked> variants : ranked.subList(0, Math.min(top, ranked.size()))) {
      Grouped group = variants.getFirst().doubt().group();
      groups.add(look(group, variants.stream().map(variant -> variant.doubt().variant()).toList()));
    }
    return new ReportFindings.First(
        lookFirst.compared(), lookFirst.groupsByKind(), ranked.size(), groups);
  }

  /** A group with its least similar variants. */
  Group look(Grouped group) throws IOException {
    return look(group, group.near());
  }

  private Group look(Grouped group, List<Grouped.Near> order) throws IOException {
    Known representative = source.known(group.representative());
    String text = representative.text();
    Map<Object, Variant> different = new LinkedHashMap<>();
    int seen = 0;
    for (Grouped.Near near : order.subList(0, Math.min(MAX_COMPARED, order.size()))) {
      Variant variant = variant(group, near, text);
      Object key = variant.passages() == null ? near : allChanges(variant);
      if (different.containsKey(key) || different.size() < MAX_VARIANTS) {
        different.merge(key, variant, Variant::and);
        seen++;
      }
    }
    List<Variant> variants = List.copyOf(different.values());
    List<Name> copies = new ArrayList<>();
    for (int copy : group.copies().subList(0, Math.min(MAX_COPIES, group.copies().size()))) {
      copies.add(source.known(copy).name());
    }
    return new Group(
        representative.name(),
        text == null ? "" : Excerpt.beginning(text, BEGINNING),
        group.documents(),
        group.about(),
        group.copies().size(),
        copies,
        group.near().stream().mapToDouble(Grouped.Near::resemblance).min().orElse(Double.NaN),
        group.near().stream().mapToDouble(Grouped.Near::resemblance).max().orElse(Double.NaN),
        dates(representative.name(), variants, copies),
        variants,
        group.near().size() - seen);
  }

  /** What is only in one of the texts, in all places: equal for variants that differ alike. */
  private static List<Object> allChanges(Variant variant) {
    return variant.passages().stream()
        .<Object>map(shown -> List.of(shown.passage().changes(), shown.more()))
        .toList();
  }

  private Variant variant(Grouped group, Grouped.Near near, String text) throws IOException {
    Known known = source.known(near.doc());
    Name name = known.name();
    String resemblance = source.resemblance(group.representative(), near);
    String other = known.text();
    if (text == null || other == null) {
      return new Variant(name, resemblance, List.of(), 0, 0, List.of(), null, true, List.of());
    }
    TextDifference difference = TextDifference.of(text, other);
    Contrast contrast = Contrast.of(difference);
    return new Variant(
        name,
        resemblance,
        List.copyOf(contrast.kinds()),
        contrast.words(),
        Math.max(words(text), words(other)),
        tellingFirst(contrast),
        withoutRepeats(difference.passages()),
        difference.complete(),
        List.of());
  }

  /** The passages; of those with the same changes only the first. */
  private static List<Shown> withoutRepeats(List<Passage> passages) {
    Map<List<Part>, Shown> different = new LinkedHashMap<>();
    for (Passage passage : passages) {
      different.merge(
          passage.changes(),
          new Shown(passage, 0),
          (known, same) -> new Shown(known.passage(), known.more() + 1));
    }
    return List.copyOf(different.values());
  }

  private List<Change> tellingFirst(Contrast contrast) {
    List<Change> changes = lookFirst.tellingFirst(contrast.changes());
    return changes.subList(0, Math.min(MAX_CHANGES, changes.size()));
  }

  private static String dates(Name representative, List<Variant> variants, List<Name> copies) {
    List<Name> names = new ArrayList<>(copies);
    names.add(representative);
    for (Variant variant : variants) {
      names.add(variant.name());
      names.addAll(variant.same());
    }
    TreeSet<String> dates = new TreeSet<>();
    names.forEach(name -> dates.add(name.date()));
    dates.remove("");
    if (dates.size() < 2) {
      return dates.isEmpty() ? "" : dates.first();
    }
    return dates.first() + " to " + dates.last();
  }
}
