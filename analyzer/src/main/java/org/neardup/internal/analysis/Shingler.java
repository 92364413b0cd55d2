// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.neardup.analysis.Shingling;
import org.neardup.analysis.Shingling.Tail;
import org.neardup.internal.sketch.Hashing;

/**
 * Turns the hashes of a text's units into elements, at a cost per unit that does not depend on k.
 *
 * <p>The window is a polynomial in the unit hashes modulo 2^64 (Karp and Rabin, "Efficient
 * randomized pattern-matching algorithms", 1987), so adding one unit and removing another takes two
 * multiplications. Each element is avalanched, because the low bits of such a polynomial depend
 * only on the low bits of the hashes, and sketches use all bits.
 *
 * <p>Push every unit; whenever a call returns true, {@link #element} is the next element. After the
 * last unit call {@link #finish} until it returns false. For one thread.
 */
public final class Shingler {
  // Odd and 5 mod 8: then windows over two words lose the fewest low bits of the polynomial.
  private static final long BASE = 0x9E3779B97F4A7C15L;
  private static final long WORD_FACTOR = 0xD6E8FEB86659FD93L;
  private static final long FILLER = 0x5851F42D4C957F2DL;

  private final Shingling shingling;
  private final long keyedSeed;
  private final long leavingFactor;
  private final long[] window; // ring: unit i at i % size
  private final long[] head; // the first size - 1 units, to wrap round; else empty
  private Map<Long, Integer> counts = new HashMap<>(); // by element; unused for sets

  private long rolling;
  private int ringNext; // pushed % size
  private long pushed; // units so far, the wrapped ones among them
  private long units; // units of the text
  private long nextStart; // first unit of the next window
  private int wrapped; // units of the head pushed again
  private boolean tailDone;
  private long first;
  private long element;

  public Shingler(Shingling shingling) {
    this.shingling = shingling;
    keyedSeed = Hashing.mix(shingling.seed() + FILLER);
    leavingFactor = power(BASE, shingling.size());
    window = new long[shingling.size()];
    head = new long[shingling.tail() == Tail.WRAP ? shingling.size() - 1 : 0];
  }

  private static long power(long base, int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= base;
    }
    return power;
  }

  /** Forgets the text so far. */
  public void reset() {
    rolling = pushed = units = nextStart = 0;
    ringNext = wrapped = 0;
    tailDone = false;
    Arrays.fill(window, 0);
    if (!counts.isEmpty()) {
      counts = new HashMap<>(); // clearing one that was large takes long
    }
  }

  /**
   * The hash of a word, with one multiplication per char: as the word's length has only just become
   * known, the processor finishes this sooner than fewer, wider steps. Not yet well mixed; elements
   * are.
   */
  public long hash(char[] chars, int length) {
    long hash = noLetters();
    for (int i = 0; i < length; i++) {
      hash = appendLetter(hash, chars[i]);
    }
    return ofLetters(hash);
  }

  /** The state of hashing a word before its first letter. */
  long noLetters() {
    return keyedSeed;
  }

  /** The state after another letter. */
  static long appendLetter(long state, char letter) {
    return (state ^ letter) * WORD_FACTOR;
  }

  /** The hash of a word of the letters so far. */
  static long ofLetters(long state) {
    return state ^ (state >>> 32);
  }

  /** The same hash of the same word. */
  public long hash(CharSequence word) {
    char[] chars = word.toString().toCharArray();
    return hash(chars, chars.length);
  }

  /** The hash of a character. */
  public long hash(int codePoint) {
    return Hashing.mix(keyedSeed + codePoint);
  }

  /** The hash that stands for a removed word. */
  public long filler() {
    return ~keyedSeed;
  }

  /** Takes the next unit of the text; returns whether it completes a shingle that is kept. */
  public boolean push(long hash) {
    if (units < head.length) {
      head[(int) units] = hash;
    }
    units++;
    return roll(hash);
  }

  private boolean roll(long hash) {
    rolling = rolling * BASE + hash - window[ringNext] * leavingFactor;
    window[ringNext] = hash;
    ringNext = ringNext + 1 == window.length ? 0 : ringNext + 1;
    pushed++;
    if (pushed - nextStart != window.length) {
      return false;
    }
    first = nextStart;
    nextStart += shingling.step();
    return accept(rolling);
  }

  /** True for each further kept shingle at the end of the text, then false. */
  public boolean finish() {
    if (units >= window.length && shingling.tail() == Tail.WRAP) {
      return finishWrapped();
    }
    if (tailDone || shingling.tail() == Tail.DROP) {
      return false;
    }
    tailDone = true;
    boolean allInWholeShingles = units >= window.length && first + window.length == units;
    return !allInWholeShingles && nextStart < units && accept(shortShingle());
  }

  private boolean finishWrapped() {
    while (wrapped < head.length) {
      if (roll(head[wrapped++])) {
        return true;
      }
    }
    return false;
  }

  private long shortShingle() {
    first = nextStart;
    long shingle = 0;
    for (long i = first; i < units; i++) {
      shingle = shingle * BASE + window[(int) (i % window.length)];
    }
    return shingle;
  }

  private boolean accept(long shingle) {
    element = Hashing.mix(shingle);
    if (shingling.occurrences()) {
      // The first occurrence keeps its hash, so bags without repeats are their sets.
      int earlier = counts.merge(element, 1, Integer::sum) - 1;
      element = earlier == 0 ? element : Hashing.combine(element, earlier);
    }
    return shingling.modulo() == 1 || Long.remainderUnsigned(element, shingling.modulo()) == 0;
  }

  /** The polynomial of a text so far and its next unit; that of no units is 0. */
  static long append(long prefix, long hash) {
    return prefix * BASE + hash;
  }

  /**
   * Shingles a whole text, with the same result as pushing all its units and finishing.
   *
   * @param prefixes for each unit the polynomial of all units up to it, from {@link #append}
   * @param out receives the elements, at most one per unit, from {@code from} on
   * @return how many elements there are
   */
  int shingle(long[] prefixes, int count, long[] out, int from) {
    boolean plain =
        shingling.step() == 1
            && shingling.tail() != Tail.WRAP
            && shingling.modulo() == 1
            && !shingling.occurrences();
    if (plain && count >= window.length) {
      subtract(prefixes, count, out, from);
      return count - window.length + 1;
    }
    reset();
    int at = from;
    for (int i = 0; i < count; i++) {
      if (push(i == 0 ? prefixes[0] : prefixes[i] - prefixes[i - 1] * BASE)) {
        out[at++] = element;
      }
    }
    while (finish()) {
      out[at++] = element;
    }
    return at - from;
  }

  /**
   * The same as {@link #roll} for the usual shingling: a window is the difference of its last
   * prefix and the prefix before it. No step waits for another, and the compiler vectorizes mixing,
   * which is a loop of its own.
   */
  private void subtract(long[] prefixes, int count, long[] out, int from) {
    int size = window.length;
    long factor = leavingFactor;
    int end = from + count - size + 1;
    out[from] = prefixes[size - 1];
    for (int i = from + 1, last = size; i < end; i++, last++) {
      out[i] = prefixes[last] - prefixes[last - size] * factor;
    }
    for (int i = from; i < end; i++) {
      out[i] = Hashing.mix(out[i]);
    }
  }

  /** The element completed last. */
  public long element() {
    return element;
  }

  /** The number, from 0, of the first unit of the shingle completed last. */
  public long first() {
    return first;
  }
}
