// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.difference;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.explain.TextDifference.In;
import org.neardup.search.explain.TextDifference.Part;
import org.neardup.search.explain.TextDifference.Passage;

/**
 * What two texts a and b differ in, by kind.
 *
 * @param changes in the order of the texts; those of case and punctuation are left out
 */
public record Contrast(List<Change> changes) {

  /**
   * Classifies all changes of a difference. The words of a name are one wherever they change, as
   * "double" is where "Double" is one.
   */
  public static Contrast of(TextDifference difference) {
    List<Change> changes = new ArrayList<>();
    for (Passage passage : difference.passages()) {
      addChanges(changes, passage);
    }
    Set<List<String>> names =
        changes.stream()
            .filter(change -> change.kind() == ChangeKind.NAME)
            .map(Contrast::plain)
            .collect(Collectors.toSet());
    return new Contrast(
        changes.stream()
            .map(change -> names.contains(plain(change)) ? change.of(ChangeKind.NAME) : change)
            .toList());
  }

  private static List<String> plain(Change change) {
    return List.of(change.a().toLowerCase(Locale.ROOT), change.b().toLowerCase(Locale.ROOT));
  }

  private static void addChanges(List<Change> changes, Passage passage) {
    String before = "";
    String a = "";
    String b = "";
    for (Part part : passage.parts()) {
      if (part.in() == In.A) {
        a = part.words();
      } else if (part.in() == In.B) {
        b = part.words();
      } else {
        add(changes, before, a, b, part.words());
        before = part.words();
        a = "";
        b = "";
      }
    }
    add(changes, before, a, b, "");
  }

  private static void add(List<Change> changes, String before, String a, String b, String after) {
    Change change = ChangeClassifier.classify(before, a, b, after);
    if (change.kind() != ChangeKind.FORM) {
      changes.add(change);
    }
  }

  /** Which kinds there are; none if the texts differ in case and punctuation at most. */
  public Set<ChangeKind> kinds() {
    Set<ChangeKind> kinds = EnumSet.noneOf(ChangeKind.class);
    changes.forEach(change -> kinds.add(change.kind()));
    return kinds;
  }

  /** How many words differ. */
  public int words() {
    return changes.stream().mapToInt(Change::words).sum();
  }

  /**
   * A place in which two texts differ.
   *
   * @param a the words of one text only; empty if it has none there
   * @param b the words of the other only; likewise
   * @param words how many differ, without case and punctuation, in the text that has more of them
   */
  public record Change(String a, String b, ChangeKind kind, int words) {

    /** The same of another kind. */
    Change of(ChangeKind other) {
      return new Change(a, b, other, words);
    }
  }
}
