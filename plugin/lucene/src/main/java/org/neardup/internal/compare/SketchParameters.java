// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.neardup.compare.Guard;
import org.neardup.internal.sketch.Hashing;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.sketch.Bands;

/**
 * What all sketches of one field share: how they were made, how they are cut into bands, and how
 * many elements a text needs to have bands.
 *
 * <p>{@link #toString()} and {@link #parse} are inverse to each other; the string is stored in
 * segments and commits.
 *
 * @param format how the sketches were made
 * @param bands the bands whose keys are indexed; together no more rows than the format has slots
 * @param minElements a text of fewer elements is compared with identical normalised text only; at
 *     least 1
 * @param guards name and version, as {@link #guard} gives them, of each guard whose keys the
 *     sketches have, in their order
 */
public record SketchParameters(
    SketchFormat format, Bands bands, int minElements, List<String> guards) {
  private static final Pattern STRING =
      Pattern.compile(
          "bands=(\\d+) rows=(\\d+) minElements=(\\d+) slots=(\\d+) bits=(\\d+) seedId=(-?\\d+)"
              + "(?: guards=(\\S+))? algorithm=(\\S+) source=(.*)",
          Pattern.DOTALL);

  /** Keeps the key of a text hash apart from the keys of bands. */
  private static final long TEXT_HASH_SALT = 0x6669_6e67_6572_7072L;

  /**
   * Checks that the parts fit together.
   *
   * @throws IllegalArgumentException if they do not
   */
  public SketchParameters {
    Objects.requireNonNull(format, "format");
    long rows = (long) bands.bands() * bands.rows();
    if (rows > format.slots()) {
      throw new IllegalArgumentException(
          "bands times rows must be at most the number of slots, "
              + format.slots()
              + ", got "
              + rows);
    }
    if (minElements < 1) {
      throw new IllegalArgumentException("minElements must be at least 1, got " + minElements);
    }
    if (!format.algorithm().matches("\\S+")) {
      throw new IllegalArgumentException(
          "algorithm must be one word without spaces, got \"" + format.algorithm() + "\"");
    }
    guards = List.copyOf(guards);
  }

  /** Without guards. */
  public SketchParameters(SketchFormat format, Bands bands, int minElements) {
    this(format, bands, minElements, List.of());
  }

  /** Name and version of a guard. */
  public static String guard(Guard guard) {
    return guard + ":" + guard.version();
  }

  /** The same with other {@link #bands}. */
  public SketchParameters withBands(Bands newBands) {
    return new SketchParameters(format, newBands, minElements, guards);
  }

  /** The same, for sketches without keys of guards, or to compare them without a look at these. */
  public SketchParameters withoutGuards() {
    return new SketchParameters(format, bands, minElements);
  }

  /** Returns the length in bytes of every {@link SketchValue}. */
  public int valueLength() {
    return SketchValue.length(format) + Long.BYTES * guards.size();
  }

  /** Returns the largest number of keys that {@link #bandKeys} gives. */
  public int keyCount() {
    return bands.bands() + 1;
  }

  /**
   * Computes the keys that a sketch is filed under: first one made of its text hash, shared by
   * documents with the same text; then one per band, unless it has fewer than {@code minElements}
   * elements.
   *
   * @param value holds a {@link SketchValue} of this format
   * @param offset where it begins
   * @param out receives the keys from index 0 on; at least {@link #keyCount()} long
   * @return the number of keys, 1 or {@link #keyCount()}
   */
  public int bandKeys(byte[] value, int offset, long[] out) {
    out[0] = textHashKey(value, offset);
    if (SketchValue.elements(value, offset) < minElements) {
      return 1;
    }
    System.arraycopy(keysOfBands(value, offset), 0, out, 1, bands.bands());
    return keyCount();
  }

  /**
   * Computes the keys by which near-duplicates of a sketch are found: those of its bands, in their
   * order, or the one of its text hash if it has too few elements for bands.
   *
   * @param value holds a {@link SketchValue} of this format
   * @param offset where it begins
   */
  public long[] searchKeys(byte[] value, int offset) {
    return SketchValue.elements(value, offset) < minElements
        ? new long[] {textHashKey(value, offset)}
        : keysOfBands(value, offset);
  }

  private long[] keysOfBands(byte[] value, int offset) {
    long[] keys = new long[bands.bands()];
    bands.keys(format.packing(), value, offset + SketchValue.SLOTS_OFFSET, keys);
    if (!guards.isEmpty()) {
      // So documents that guards part are not under one key, however many there are.
      long ofGuards = SketchValue.guardHash(format, value, offset, guards.size());
      Arrays.setAll(keys, i -> keys[i] ^ ofGuards);
    }
    return keys;
  }

  /** The key made of a sketch's text hash. */
  public static long textHashKey(byte[] value, int offset) {
    return Hashing.mix(SketchValue.textHash(value, offset) ^ TEXT_HASH_SALT);
  }

  /**
   * Checks that sketches under these parameters and under others may be kept and looked up
   * together.
   *
   * @throws IllegalArgumentException if not; names both
   */
  public void requireSame(SketchParameters other) {
    format.requireSame(other.format);
    if (!equals(other)) {
      throw new IllegalArgumentException("sketch parameters differ: " + this + " and " + other);
    }
  }

  /**
   * Reads what {@link #toString()} wrote.
   *
   * @throws IllegalArgumentException if the string is not of that form
   */
  public static SketchParameters parse(String string) {
    Matcher m = STRING.matcher(string);
    if (!m.matches()) {
      throw new IllegalArgumentException(
          "sketch parameters must look like " + STRING.pattern() + ", got \"" + string + "\"");
    }
    SketchFormat format =
        new SketchFormat(
            m.group(8), number(m, 4), number(m, 5), Long.parseLong(m.group(6)), m.group(9));
    List<String> guards = m.group(7) == null ? List.of() : List.of(m.group(7).split(","));
    return new SketchParameters(
        format, new Bands(number(m, 1), number(m, 2)), number(m, 3), guards);
  }

  private static int number(Matcher m, int group) {
    return Integer.parseInt(m.group(group));
  }

  @Override
  public String toString() {
    return "bands="
        + bands.bands()
        + " rows="
        + bands.rows()
        + " minElements="
        + minElements
        + " slots="
        + format.slots()
        + " bits="
        + format.bits()
        + " seedId="
        + format.seedId()
        + (guards.isEmpty() ? "" : " guards=" + String.join(",", guards))
        + " algorithm="
        + format.algorithm()
        + " source="
        + format.source();
  }
}
