// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import java.util.Objects;

/**
 * What makes sketches comparable. Stored with them; comparing unlike sketches throws.
 *
 * @param algorithm name of the algorithm with its version, {@link SlotSketcher#name()}
 * @param slots slots per sketch
 * @param bits bits stored per slot
 * @param seedId one-way id of the seed, {@link #seedId(long)}; never the seed
 * @param source what the elements are made of: shingle kind and analyzer fingerprint
 */
public record SketchFormat(String algorithm, int slots, int bits, long seedId, String source) {
  public SketchFormat {
    Objects.requireNonNull(algorithm, "algorithm");
    Objects.requireNonNull(source, "source");
    Checks.between("slots", slots, 1, SlotSketcher.MAX_SLOTS);
    Checks.between("bits", bits, 1, Long.SIZE);
  }

  /** The format of this sketcher's sketches. */
  public static SketchFormat of(SlotSketcher sketcher, int bits, String source) {
    return new SketchFormat(
        sketcher.name(), sketcher.slots(), bits, seedId(sketcher.seed()), source);
  }

  /** The first 8 bytes of a SHA-256 of the seed: distinguishes seeds without revealing them. */
  public static long seedId(long seed) {
    return Digests.sha256("neardup seed id", Long.toHexString(seed));
  }

  /** How sketches of this format are stored and compared. */
  public SlotPacking packing() {
    return new SlotPacking(slots, bits);
  }

  /**
   * Checks that sketches of the two formats can be compared.
   *
   * @throws IllegalArgumentException if they cannot; the message names what differs and both values
   */
  public void requireSame(SketchFormat other) {
    Checks.same("algorithm", algorithm, other.algorithm);
    Checks.same("slots", slots, other.slots);
    Checks.same("bits", bits, other.bits);
    Checks.sameSeedId(seedId, other.seedId);
    Checks.same("source", source, other.source);
  }
}
