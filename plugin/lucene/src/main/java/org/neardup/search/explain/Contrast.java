// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.neardup.search.explain.TextDifference.Part;
import org.neardup.search.explain.TextDifference.Passage;

/**
 * What two texts a and b differ in, by kind.
 *
 * @param changes in the order of the texts; those of case and punctuation are left out
 */
public record Contrast(List<Change> changes) {
  private static final int MOST_ALIKE = 4; // places that are looked at together

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
    List<Place> places = places(passage);
    for (int from = 0; from < places.size(); from++) {
      int to = Math.min(places.size(), from + MOST_ALIKE);
      while (to > from && !Place.areAlike(places.subList(from, to))) {
        to--;
      }
      if (to > from) {
        from = to - 1; // blanks and marks alone differ, though words were aligned otherwise
        continue;
      }
      Place place = places.get(from);
      Change change = ChangeClassifier.classify(place.before, place.a, place.b, place.after);
      if (change.kind() != ChangeKind.FORM) {
        changes.add(change);
      }
    }
  }

  private static List<Place> places(Passage passage) {
    List<Place> places = new ArrayList<>();
    Place open = new Place("", "", "", "");
    for (Part part : passage.parts()) {
      switch (part.in()) {
        case A -> open = new Place(open.before, part.words(), open.b, "");
        case B -> open = new Place(open.before, open.a, part.words(), "");
        case BOTH -> {
          places.add(new Place(open.before, open.a, open.b, part.words()));
          open = new Place(part.words(), "", "", "");
        }
      }
    }
    places.add(open);
    return places;
  }

  /** Words of both texts around what stands in one of them. */
  private record Place(String before, String a, String b, String after) {
    /** Whether the two texts are alike in some places and between them. */
    static boolean areAlike(List<Place> places) {
      StringBuilder textA = new StringBuilder();
      StringBuilder textB = new StringBuilder();
      String between = "";
      for (Place place : places) {
        textA.append(between).append(' ').append(place.a).append(' ');
        textB.append(between).append(' ').append(place.b).append(' ');
        between = place.after;
      }
      return ChangeClassifier.areAlike(textA.toString(), textB.toString());
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
