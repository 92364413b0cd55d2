// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import org.neardup.sketch.SlotSketcher;

/**
 * What makes sketches comparable. Stored with them; comparing unlike sketches throws.
 *
 * @param algorithm name of the algorithm with its version, {@link SlotSketcher#name()}
 * @param slots slots per sketch
 * @param bits bits stored per slot
 * @param seedId one-way id of the seed, {@link #seedId(long)}; never the seed
 * @param source what the elements are made of: shingle kind and analyzer fingerprint
 */
@SuppressWarnings("exports") // some of it is for Neardup itself
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
    return sha256("neardup seed id", Long.toHexString(seed));
  }

  /** The first 8 bytes of SHA-256, big-endian, over purpose, a zero byte and text in UTF-8. */
  public static long sha256(String purpose, String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(purpose.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
      return ByteBuffer.wrap(digest.digest(text.getBytes(StandardCharsets.UTF_8))).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
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
