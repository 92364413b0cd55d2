// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.neardup.internal.analysis.Shingler;

/**
 * What an element is: k contiguous words or characters, a shingle, and which of them count; or a
 * whole value of a field, such as a tag or a link.
 *
 * <p>Two documents can be compared only if their elements were made by the same shingling (and the
 * same analyzer), so its {@link #toString() text form} is part of what a stored sketch records.
 *
 * <p>{@code Shingling.words(5)} and {@code Shingling.characters(8)} are the usual ones for texts,
 * {@code Shingling.ofValues()} compares sets; the {@code with…} methods change one setting each.
 *
 * @param unit what the window moves over
 * @param size k, units in a shingle, 1 to 256
 * @param step units from the start of one shingle to the start of the next, 1 to 256
 * @param tail what becomes of units at the end that fill no whole shingle
 * @param gaps what becomes of removed words (position increments above 1); no effect on characters
 * @param occurrences whether the second, third, … occurrence of a shingle is an element of its own,
 *     so that resemblance compares bags instead of sets
 * @param modulo keep only elements that are 0 mod this number, at least 1; 1 keeps all (Broder, "On
 *     the resemblance and containment of documents", 1997)
 * @param seed key of the hash function; shingles hashed with different seeds have nothing in common
 */
public record Shingling(
    Unit unit, int size, int step, Tail tail, Gaps gaps, boolean occurrences, int modulo, long seed)
    implements Serializable {

  /** The most units a shingle may have, and the largest step. */
  public static final int MAX_SIZE = 256;

  /** What a shingle is made of. */
  public enum Unit {
    /** Tokens of an analyzer. */
    WORD("word"),
    /** Unicode code points. */
    CHARACTER("char"),
    /** Values of a field, each one element, whatever the analyzer; their order does not matter. */
    VALUE("value");

    private final String label;

    Unit(String label) {
      this.label = label;
    }
  }

  /** What becomes of units at the end that fill no whole shingle. */
  public enum Tail {
    /** They are in no shingle; a text shorter than one shingle has none. */
    DROP,
    /** Those in no whole shingle make one shorter shingle, so that any text has a shingle. */
    KEEP,
    /**
     * The text is wrapped round, so that with step 1 each unit is in k shingles. A text shorter
     * than one shingle is not wrapped: it is one shorter shingle.
     */
    WRAP
  }

  /** What becomes of removed words. */
  public enum Gaps {
    /** The words on both sides become neighbours. */
    IGNORE,
    /** Each counts as one filler word; no shingle is made of fillers only. */
    FILL
  }

  /** Checks the ranges. */
  public Shingling {
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(tail, "tail");
    Objects.requireNonNull(gaps, "gaps");
    checkRange("shingle size", size, MAX_SIZE);
    checkRange("shingle step", step, MAX_SIZE);
    checkRange("shingle modulo", modulo, Integer.MAX_VALUE);
    boolean isRun = size != 1 || step != 1 || tail != Tail.KEEP || gaps != Gaps.IGNORE;
    if (unit == Unit.VALUE && isRun) {
      throw new IllegalArgumentException(
          "shingling by value must have size 1, step 1, tail keep and gaps ignore, got size "
              + size
              + ", step "
              + step
              + ", tail "
              + lower(tail)
              + " and gaps "
              + lower(gaps));
    }
  }

  private static void checkRange(String name, int value, int max) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(name + " must be between 1 and " + max + ", got " + value);
    }
  }

  /**
   * Shingles of words: step 1, the tail kept, gaps ignored, sets, all elements, seed 0.
   *
   * @param size words in a shingle, 1 to 256
   */
  public static Shingling words(int size) {
    return new Shingling(Unit.WORD, size, 1, Tail.KEEP, Gaps.IGNORE, false, 1, 0);
  }

  /**
   * Shingles of characters, with the same settings as {@link #words}.
   *
   * @param size code points in a shingle, 1 to 256
   */
  public static Shingling characters(int size) {
    return words(size).withUnit(Unit.CHARACTER);
  }

  /**
   * The values of fields as sets: all elements, seed 0. {@code withOccurrences(true)} makes bags,
   * in which the second occurrence of a value is an element of its own.
   */
  public static Shingling ofValues() {
    return words(1).withUnit(Unit.VALUE);
  }

  /**
   * Reads {@code word:K}, {@code char:K} or {@code value}, with the settings that {@link #toString}
   * may add to it.
   *
   * @throws IllegalArgumentException if the text is not of this form or a number is out of range
   */
  public static Shingling parse(String text) {
    String[] parts = text.split(" ", -1);
    Shingling plain = parsePlain(text, parts[0]);
    Map<String, String> settings = new LinkedHashMap<>();
    for (String setting : Arrays.asList(parts).subList(1, parts.length)) {
      int equals = setting.indexOf('=');
      if (equals < 0) {
        throw notAShingling(text);
      }
      settings.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return ShinglingArguments.take(settings, plain);
  }

  private static Shingling parsePlain(String text, String name) {
    if (name.equals(Unit.VALUE.label)) {
      return ofValues();
    }
    int colon = name.indexOf(':');
    for (Unit unit : List.of(Unit.WORD, Unit.CHARACTER)) {
      if (colon > 0 && unit.label.equals(name.substring(0, colon))) {
        return words(parseSize(text, name.substring(colon + 1))).withUnit(unit);
      }
    }
    throw notAShingling(text);
  }

  private static int parseSize(String text, String size) {
    try {
      return Integer.parseInt(size);
    } catch (NumberFormatException e) {
      IllegalArgumentException clearer = notAShingling(text);
      clearer.addSuppressed(e);
      throw clearer;
    }
  }

  private static IllegalArgumentException notAShingling(String text) {
    return new IllegalArgumentException(
        "shingle must be word:K or char:K with K between 1 and " + MAX_SIZE + ", got " + text);
  }

  /** The same with another unit. */
  public Shingling withUnit(Unit newUnit) {
    return new Shingling(newUnit, size, step, tail, gaps, occurrences, modulo, seed);
  }

  /** The same with another step. */
  public Shingling withStep(int newStep) {
    return new Shingling(unit, size, newStep, tail, gaps, occurrences, modulo, seed);
  }

  /** The same with another end handling. */
  public Shingling withTail(Tail newTail) {
    return new Shingling(unit, size, step, newTail, gaps, occurrences, modulo, seed);
  }

  /** The same with another handling of position gaps. */
  public Shingling withGaps(Gaps newGaps) {
    return new Shingling(unit, size, step, tail, newGaps, occurrences, modulo, seed);
  }

  /** The same with or without numbered repeats. */
  public Shingling withOccurrences(boolean newOccurrences) {
    return new Shingling(unit, size, step, tail, gaps, newOccurrences, modulo, seed);
  }

  /** The same with another modulus. */
  public Shingling withModulo(int newModulo) {
    return new Shingling(unit, size, step, tail, gaps, occurrences, newModulo, seed);
  }

  /** The same with another hash key. */
  public Shingling withSeed(long newSeed) {
    return new Shingling(unit, size, step, tail, gaps, occurrences, modulo, newSeed);
  }

  /**
   * The element of a text that is exactly one shingle: that of its first occurrence, whether or not
   * the modulus keeps it.
   *
   * @param units the units of the shingle: words, or strings of one code point each; 1 to {@code
   *     size}
   * @throws IllegalArgumentException if elements are values, as these differ by field
   */
  public long element(CharSequence... units) {
    if (unit == Unit.VALUE) {
      throw new IllegalArgumentException("elements must be shingles, got those of values");
    }
    checkRange("units", units.length, size);
    Shingler shingler = new Shingler(words(units.length).withSeed(seed));
    for (CharSequence each : units) {
      shingler.push(
          unit == Unit.WORD ? shingler.hash(each) : shingler.hash(Character.codePointAt(each, 0)));
    }
    return shingler.element();
  }

  /**
   * The canonical text form, such as {@code word:5}, {@code char:3 step=3 tail=drop} or {@code
   * value occurrences=true}: settings that are not the default of {@link #words} follow the unit
   * and size. The seed is not part of it, as it may be secret.
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(unit.label);
    if (unit != Unit.VALUE) text.append(':').append(size);
    if (step != 1) text.append(" step=").append(step);
    if (tail != Tail.KEEP) text.append(" tail=").append(lower(tail));
    if (gaps != Gaps.IGNORE) text.append(" gaps=").append(lower(gaps));
    if (occurrences) text.append(" occurrences=true");
    if (modulo != 1) text.append(" modulo=").append(modulo);
    return text.toString();
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
