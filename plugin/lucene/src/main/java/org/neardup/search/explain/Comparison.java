// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.neardup.compare.Overlap;
import org.neardup.compare.ResemblanceRule.Basis;
import org.neardup.record.Place;

/**
 * Everything an index knows of the resemblance of two of its documents, a and b.
 *
 * @param a one document
 * @param b the other
 * @param estimate what the sketches say, which have nothing in common in different scopes; null if
 *     either has none
 * @param sharedBands bands that are the same: with none, neither is a candidate for the other
 * @param bands bands of a sketch
 * @param exact what the texts say, whatever their scopes; null if not both are stored
 * @param decision whether they are near-duplicates, and why
 * @param guards those that part them, whatever the decision: those with keys in the order of their
 *     names, then lossless, if the text that may go behind the other is not known to stand in it
 * @param places where they stand, in words
 * @param difference where the texts differ; null if not both are stored, or sets are compared
 * @param values which values of sets they share and do not share; null if not both are stored, or
 *     texts are compared
 */
public record Comparison(
    Compared a,
    Compared b,
    Estimate estimate,
    int sharedBands,
    int bands,
    Overlap exact,
    Decision decision,
    List<Parting> guards,
    String places,
    TextDifference difference,
    ValueDifference values) {
  private static final int MOST_WORDS = 10; // of a guard, in a sentence

  /**
   * What two sketches say of the resemblance of their texts.
   *
   * @param agreeing slots that are the same
   * @param slots slots of a sketch
   * @param resemblance 0 to 1
   * @param standardError of the resemblance; 0 only of the same text, whose resemblance is 1
   */
  public record Estimate(int agreeing, int slots, double resemblance, double standardError) {}

  /**
   * A guard that parts the two.
   *
   * @param guard its name
   * @param onlyA words of a that it looks at and b has not, or not as often; none if not both texts
   *     are stored
   * @param onlyB words of b that a has not
   */
  public record Parting(String guard, List<String> onlyA, List<String> onlyB) {
    @Override
    public String toString() {
      return guard
          + (onlyA.isEmpty() && onlyB.isEmpty()
              ? ""
              : ": " + some(onlyA) + " \u2192 " + some(onlyB));
    }

    private static String some(List<String> words) {
      return words.isEmpty()
          ? "none"
          : String.join(", ", words.subList(0, Math.min(MOST_WORDS, words.size())))
              + (words.size() > MOST_WORDS ? ", \u2026" : "");
    }
  }

  /**
   * One of the two.
   *
   * @param id the document's id
   * @param elements elements of its text, repeats included; 0 if it is empty
   * @param place whether it is shown
   * @param representative id of the document that stands for it: its own if it is visible, or
   *     stands in for a visible one that another writer deleted
   */
  public record Compared(String id, int elements, Place place, String representative) {}

  /**
   * Whether they are near-duplicates, as a collapse decides when it compares them.
   *
   * @param nearDuplicates whether they are
   * @param rule what decided
   * @param reason the same in words
   */
  public record Decision(boolean nearDuplicates, Basis rule, String reason) {}

  /**
   * Says where two documents stand, and why, if their resemblance does not explain it.
   *
   * @param exact what the texts say; null if not both are stored
   * @param names what to call the document of an id
   */
  static String places(
      Compared a,
      Compared b,
      boolean areNear,
      int sharedBands,
      Overlap exact,
      UnaryOperator<String> names) {
    return where(a, b, names) + why(a, b, areNear, sharedBands, exact);
  }

  private static String where(Compared a, Compared b, UnaryOperator<String> names) {
    if (a.id().equals(b.representative())) {
      return where(b, names);
    }
    return b.id().equals(a.representative())
        ? where(a, names)
        : where(a, names) + "; " + where(b, names);
  }

  private static String where(Compared document, UnaryOperator<String> names) {
    String name = names.apply(document.id());
    String representative = names.apply(document.representative());
    if (document.place() == Place.HIDDEN && document.id().equals(document.representative())) {
      return name + " stands in for a document that is gone";
    }
    return name
        + switch (document.place()) {
          case VISIBLE -> " is visible";
          case HIDDEN, CONTAINED -> " is hidden behind " + representative;
        };
  }

  /** Whether a document is hidden as it is contained in the other. */
  private static boolean isBehind(Compared document, Compared other) {
    return isContained(document) && document.representative().equals(other.id());
  }

  private static boolean isContained(Compared document) {
    return document.place() == Place.CONTAINED;
  }

  private static String contained(Double share) {
    return share == null
        ? ", which contains it"
        : String.format(Locale.ROOT, ", which contains %.3f of it", share);
  }

  private static String why(
      Compared a, Compared b, boolean areNear, int sharedBands, Overlap exact) {
    boolean together = a.representative().equals(b.representative());
    if (isBehind(a, b)) {
      return contained(exact == null ? null : exact.containmentOfA());
    } else if (isBehind(b, a)) {
      return contained(exact == null ? null : exact.containmentOfB());
    } else if (together == areNear || a.id().equals(b.id())) {
      return "";
    } else if (together && (isContained(a) || isContained(b))) {
      return "";
    } else if (together) {
      boolean oneForTheOther =
          a.id().equals(b.representative()) || b.id().equals(a.representative());
      return oneForTheOther
          ? "; this was decided by another rule than the current one"
          : "; each is a near-duplicate of that one";
    } else if (a.place() != Place.VISIBLE || b.place() != Place.VISIBLE) {
      return "; a document is hidden behind only one of the visible ones that it resembles";
    }
    return sharedBands == 0
        ? "; no band is the same, so they were never compared"
        : "; one was skipped when the other was written";
  }

  /**
   * The values that two documents have in common, and those that only one of them has. A value that
   * repeats in a bag is listed as often as it counts; in a set, once.
   *
   * @param common in the order of the first document
   * @param onlyA in its order
   * @param onlyB in its order
   */
  public record ValueDifference(List<Value> common, List<Value> onlyA, List<Value> onlyB) {

    /**
     * A value.
     *
     * @param field that it is one of
     * @param value as it is stored
     */
    public record Value(String field, String value) {}

    /**
     * Compares two lists of values.
     *
     * @param areBags whether repeats count
     */
    static ValueDifference of(List<Value> a, List<Value> b, boolean areBags) {
      Map<Value, Integer> left = counts(b, areBags);
      List<Value> common = new ArrayList<>();
      List<Value> onlyA = new ArrayList<>();
      counts(a, areBags)
          .forEach(
              (value, count) -> {
                int shared = Math.min(count, left.getOrDefault(value, 0));
                add(common, value, shared);
                add(onlyA, value, count - shared);
                left.computeIfPresent(value, (same, ofB) -> ofB - shared);
              });
      List<Value> onlyB = new ArrayList<>();
      left.forEach((value, count) -> add(onlyB, value, count));
      return new ValueDifference(common, onlyA, onlyB);
    }

    private static Map<Value, Integer> counts(List<Value> values, boolean areBags) {
      Map<Value, Integer> counts = new LinkedHashMap<>();
      values.forEach(value -> counts.merge(value, 1, (a, b) -> areBags ? a + b : 1));
      return counts;
    }

    private static void add(List<Value> values, Value value, int times) {
      for (int i = 0; i < times; i++) {
        values.add(value);
      }
    }
  }
}
