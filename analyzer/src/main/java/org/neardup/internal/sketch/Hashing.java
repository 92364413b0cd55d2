// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

/**
 * The 64-bit hash functions behind everything that is stored: the same on every JVM, and never
 * changed without a new version of whatever uses them.
 *
 * <p>They spread bits well and are keyed by a seed; they are not cryptographic.
 */
public final class Hashing {
  private static final long M1 = 0xbf58476d1ce4e5b9L;
  private static final long M2 = 0x94d049bb133111ebL;
  private static final long M1_INVERSE = inverse(M1);
  private static final long M2_INVERSE = inverse(M2);
  private static final long STEP = 0x9e3779b97f4a7c15L; // 2^64 over the golden ratio, odd
  private static final long FACTOR = 0xd6e8feb86659fd93L;

  private Hashing() {}

  /**
   * Spreads every input bit over all output bits; a bijection with {@code mix(0) == 0}.
   *
   * @see <a
   *     href="https://zimbry.blogspot.com/2011/09/better-bit-mixing-improving-on.html">Stafford,
   *     Better bit mixing, variant 13, 2011</a>
   */
  public static long mix(long value) {
    long x = (value ^ (value >>> 30)) * M1;
    x = (x ^ (x >>> 27)) * M2;
    return x ^ (x >>> 31);
  }

  /** The value that {@link #mix} turns into {@code mixed}. */
  public static long unmix(long mixed) {
    long x = (mixed ^ (mixed >>> 31) ^ (mixed >>> 62)) * M2_INVERSE;
    x = (x ^ (x >>> 27) ^ (x >>> 54)) * M1_INVERSE;
    return x ^ (x >>> 30) ^ (x >>> 60);
  }

  /**
   * Hashes a value under a seed, or appends it to a running hash: a bijection of either argument
   * when the other is fixed, and not symmetric.
   */
  public static long combine(long seed, long value) {
    return mix(seed * FACTOR + value + STEP);
  }

  /**
   * Hashes a range of chars, which may be empty; well mixed, and the same as {@link
   * #hash(CharSequence, long)} of the same chars.
   *
   * @throws IndexOutOfBoundsException if the range is not in the array
   */
  public static long hash(char[] chars, int offset, int length, long seed) {
    long state = begin(length, seed);
    int i = offset;
    for (int end = offset + length - 3; i < end; i += 4) {
      state = absorb(state, word(chars[i], chars[i + 1], chars[i + 2], chars[i + 3]));
    }
    long tail = 0;
    for (int end = offset + length; i < end; i++) {
      tail = tail << 16 | chars[i];
    }
    return mix(absorb(state, tail));
  }

  /** Hashes chars; the same as {@link #hash(char[], int, int, long)} of the same chars. */
  public static long hash(CharSequence chars, long seed) {
    char[] all = chars.toString().toCharArray();
    return hash(all, 0, all.length, seed);
  }

  private static long begin(int length, long seed) {
    return seed + (length + 1) * STEP;
  }

  /** Four chars per step: most words of a text cost two or three multiplications. */
  private static long word(char a, char b, char c, char d) {
    return (long) a << 48 | (long) b << 32 | (long) c << 16 | d;
  }

  /** A bijection of either argument when the other is fixed; quick, and not yet well mixed. */
  public static long absorb(long state, long word) {
    long x = (state ^ word) * FACTOR;
    return x ^ (x >>> 32);
  }

  /** The inverse of an odd number modulo 2^64, by Newton's iteration. */
  public static long inverse(long odd) {
    long x = odd; // correct in 3 bits; each step doubles that
    for (int i = 0; i < 5; i++) {
      x *= 2 - odd * x;
    }
    return x;
  }
}
