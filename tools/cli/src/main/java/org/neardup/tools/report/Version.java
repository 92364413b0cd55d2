// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neardup.compare.Overlap;
import org.neardup.record.Place;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Comparison.ValueDifference;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.explain.TextDifference.Part;
import org.neardup.search.explain.TextDifference.Passage;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.page.Numbers;

/**
 * A version of a document beside it.
 *
 * @param shown that document
 * @param place of the version
 * @param resemblance of the two, and how it was found, in words; null if it is the first of all
 * @param difference null if not both texts are known
 * @param comparison link to the two of them; empty if there is none
 * @param same others that differ from the document in the same words
 */
public record Version(
    DocumentCard shown,
    DocumentCard card,
    Place place,
    String resemblance,
    TextDifference difference,
    String comparison,
    List<Version> same) {

  /** How much two documents resemble each other, the second of which may be contained. */
  public static String resemblance(Comparison comparison) {
    Overlap exact = comparison.exact();
    if (exact == null) {
      return comparison.estimate() == null
          ? "Resemblance not known, as there is no text."
          : "Resemblance "
              + Numbers.plusMinus(comparison.estimate())
              + ", estimated from the sketches.";
    }
    boolean isPart = comparison.b().place() == Place.CONTAINED;
    return "Resemblance "
        + Numbers.decimal(exact.resemblance())
        + ", counted in the "
        + (comparison.values() == null ? "texts" : "values")
        + (isPart ? "; contained, " + Numbers.decimal(exact.containmentOfB()) + " of it" : "")
        + ".";
  }

  /** Where the texts differ, or the values of sets, a line each; null if not both are stored. */
  public static TextDifference difference(Comparison comparison) {
    ValueDifference values = comparison.values();
    return values == null
        ? comparison.difference()
        : TextDifference.of(
            lines(values.common(), values.onlyA()), lines(values.common(), values.onlyB()));
  }

  private static String lines(
      List<ValueDifference.Value> common, List<ValueDifference.Value> others) {
    List<String> values =
        Stream.concat(common.stream(), others.stream()).map(ValueDifference.Value::value).toList();
    return InputDocument.lines(values, true);
  }

  /** One for all that differ in the same words, in the order of the first of each. */
  public static List<Version> merged(List<Version> versions) {
    Map<Object, Version> different = new LinkedHashMap<>();
    for (Version version : versions) {
      different.merge(version.key(), version, Version::and);
    }
    return List.copyOf(different.values());
  }

  /** Equal for versions that differ alike. */
  private Object key() {
    return difference != null && difference.complete() ? difference.changes() : this;
  }

  private Version and(Version other) {
    List<Version> all = Stream.concat(same.stream(), Stream.of(other)).toList();
    return new Version(shown, card, place, resemblance, difference, comparison, all);
  }

  /** The first of all, before which there is none to differ from. */
  public Version first() {
    return new Version(shown, card, place, null, difference, comparison, same);
  }

  /** The passages that differ; of those with the same changes the first. */
  List<Repeated> passages() {
    Map<List<Part>, Repeated> different = new LinkedHashMap<>();
    for (Passage passage : difference.passages()) {
      different.merge(
          passage.changes(),
          new Repeated(passage, 0),
          (first, same) -> new Repeated(first.passage, first.more + 1));
    }
    return new ArrayList<>(different.values());
  }

  /**
   * A passage in which the texts differ.
   *
   * @param more how many others have the same changes
   */
  record Repeated(Passage passage, int more) {}
}
