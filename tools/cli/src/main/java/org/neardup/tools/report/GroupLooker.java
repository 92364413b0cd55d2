// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.neardup.search.explain.ChangeKind;
import org.neardup.search.explain.Contrast;
import org.neardup.search.explain.Contrast.Change;
import org.neardup.tools.page.Excerpt;
import org.neardup.tools.page.Numbers;
import org.neardup.tools.report.GroupSource.Grouped;
import org.neardup.tools.report.LookFirst.Doubt;

/**
 * Looks into the texts of groups. For one thread.
 *
 * @param most how many versions of a group to show
 */
record GroupLooker(GroupSource source, LookFirst lookFirst, int most) {
  /** Of so many it is found out how they differ. */
  private static final int MAX_COMPARED = 50;

  /** Texts that differ in more elements differ in more than few words, and take long to align. */
  private static final int MAX_DIFFERING_ELEMENTS = 1000;

  private static final int BEGINNING = 80; // characters of a text
  private static final int MAX_COPIES = 10;
  private static final int MAX_CHANGES = 3;

  /** Compares each variant of a group with its representative; see {@link #first}. */
  void examine(Grouped group) throws IOException {
    String text = group.near().isEmpty() ? null : source.text(group.representative());
    if (text == null) {
      return;
    }
    String title = source.card(group.representative()).title();
    int words = words(text);
    Set<String> known = new HashSet<>(); // of some texts there are several
    for (Grouped.Near variant : group.near()) {
      if ((1 - variant.resemblance()) * words <= MAX_DIFFERING_ELEMENTS) {
        String other = source.text(variant.doc());
        if (other != null && known.add(other)) {
          lookFirst.add(
              group,
              variant,
              contrast(text, other),
              Math.max(words, words(other)),
              contrast(title, source.card(variant.doc()).title()));
        }
      }
    }
  }

  private Contrast contrast(String a, String b) {
    return Contrast.of(source.difference(a, b));
  }

  /** How many words stand between white space. */
  private static int words(String text) {
    int words = 0;
    boolean isInside = false;
    for (int i = 0; i < text.length(); i++) {
      boolean isBlank = Character.isWhitespace(text.charAt(i));
      words += isInside || isBlank ? 0 : 1;
      isInside = !isBlank;
    }
    return words;
  }

  /**
   * The groups to look at first, of those examined.
   *
   * @param top how many
   */
  Survey.First first(int top) throws IOException {
    List<List<LookFirst.Ranked>> all = lookFirst.byGroup();
    List<List<LookFirst.Ranked>> ranked = all.subList(0, Math.min(top, all.size()));
    List<Grouped> of = ranked.stream().map(each -> each.getFirst().doubt().group()).toList();
    List<DocumentCard> cards = cards(of);
    List<ShownGroup> groups = new ArrayList<>();
    for (int i = 0; i < ranked.size(); i++) {
      List<LookFirst.Ranked> variants = ranked.get(i);
      List<Grouped.Near> order = variants.stream().map(each -> each.doubt().variant()).toList();
      String sort = sort(variants.getFirst().doubt()) + " · ";
      groups.add(look(of.get(i), cards.get(i), order, sort));
    }
    return new Survey.First(lookFirst.groupsByKind(), all.size(), groups);
  }

  private List<DocumentCard> cards(List<Grouped> groups) throws IOException {
    return source.cards(groups.stream().map(Grouped::representative).toList());
  }

  /** Groups with their least similar variants. */
  List<ShownGroup> look(List<Grouped> groups) throws IOException {
    List<DocumentCard> cards = cards(groups);
    List<ShownGroup> looked = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      looked.add(look(groups.get(i), cards.get(i), groups.get(i).near(), ""));
    }
    return looked;
  }

  /** In what a variant differs, in few words. */
  private static String sort(Doubt doubt) {
    if (doubt.kinds().contains(ChangeKind.WORDS)) {
      return Numbers.count(doubt.words())
          + " of "
          + Numbers.count(doubt.textWords(), "word")
          + (doubt.words() == 1 ? " differs" : " differ");
    }
    return doubt.kinds().stream()
        .map(ChangeKind::label)
        .collect(Collectors.joining(" and ", "only ", " differ"));
  }

  private ShownGroup look(
      Grouped group, DocumentCard representative, List<Grouped.Near> order, String sort)
      throws IOException {
    String text = source.text(group.representative());
    List<Version> compared = new ArrayList<>();
    for (Grouped.Near near : order.subList(0, Math.min(limit(), order.size()))) {
      compared.add(version(group, near, representative, text));
    }
    List<Version> versions = Version.merged(compared);
    versions = versions.subList(0, Math.min(most, versions.size()));
    List<DocumentCard> copies = new ArrayList<>();
    for (int copy : group.copies().subList(0, Math.min(MAX_COPIES, group.copies().size()))) {
      copies.add(source.card(copy));
    }
    int shown = versions.stream().mapToInt(version -> 1 + version.same().size()).sum();
    return new ShownGroup(
        representative,
        text == null || !representative.title().isBlank() ? "" : Excerpt.beginning(text, BEGINNING),
        sort + about(group, dates(representative, versions, copies)),
        changes(versions),
        versions,
        group.near().size() - shown,
        group.copies().size(),
        copies);
  }

  /** Where one is shown, only one need be compared. */
  private int limit() {
    return most == 1 ? 1 : MAX_COMPARED;
  }

  private Version version(Grouped group, Grouped.Near near, DocumentCard shown, String text)
      throws IOException {
    String other = source.text(near.doc());
    return new Version(
        shown,
        source.card(near.doc()),
        null,
        source.resemblance(group.representative(), near),
        text == null || other == null ? null : source.difference(text, other),
        "",
        List.of());
  }

  private List<Change> changes(List<Version> versions) {
    if (versions.isEmpty() || versions.getFirst().difference() == null) {
      return List.of();
    }
    Contrast contrast = Contrast.of(versions.getFirst().difference());
    List<Change> changes = lookFirst.tellingFirst(contrast.changes());
    return changes.subList(0, Math.min(MAX_CHANGES, changes.size()));
  }

  private String about(Grouped group, String dates) {
    StringJoiner about = new StringJoiner(" · ");
    about.add(Numbers.count(group.documents(), "document"));
    if (!group.copies().isEmpty()) {
      String same = "same " + source.compared().noun();
      boolean areAll = group.near().isEmpty();
      about.add(areAll ? same : Numbers.count(group.copies().size()) + " with the " + same);
    }
    if (!group.near().isEmpty()) {
      String least = Numbers.decimal(group.near().getFirst().resemblance());
      String greatest = Numbers.decimal(group.near().getLast().resemblance());
      String range = least.equals(greatest) ? least : least + " to " + greatest;
      about.add(source.measure() + " " + range);
    }
    if (!dates.isEmpty()) {
      about.add(dates);
    }
    if (!group.kind().isEmpty()) {
      about.add(group.kind());
    }
    return about.toString();
  }

  private static String dates(
      DocumentCard representative, List<Version> versions, List<DocumentCard> copies) {
    List<DocumentCard> all = new ArrayList<>(copies);
    all.add(representative);
    for (Version version : versions) {
      all.add(version.card());
      version.same().forEach(same -> all.add(same.card()));
    }
    TreeSet<String> dates = new TreeSet<>();
    all.forEach(card -> dates.add(Timeline.shown(card.date())));
    dates.remove("");
    return dates.size() < 2 ? String.join("", dates) : dates.first() + " to " + dates.last();
  }
}
