// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.neardup.sketch.BottomSketchV1;
import org.neardup.sketch.Hashing;
import org.neardup.sketch.ModuloSketchV1;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotPacking;
import org.neardup.sketch.SlotSketcher;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;

/** How sketches of one kind are made, stored and compared. For any number of threads. */
public interface TextSketches {

  /** Sketches of the kind that the config names, stored as its candidates need them. */
  static TextSketches of(ClusterConfig config) {
    int size = config.sketch().size();
    long seed = Sketches.DEFAULT_SEED;
    return switch (config.sketch().algorithm()) {
      case FAST -> {
        // Sorting by slot values needs them whole: of 8 bits, many texts have the same by chance.
        boolean whole = config.candidates() == CandidateMethod.BRODER;
        int bits = whole ? Long.SIZE : Sketches.DEFAULT_BITS;
        yield new SlotSketches(Sketches.fast(size, seed), new SlotPacking(size, bits));
      }
      case MINHASH ->
          new SlotSketches(Sketches.minHash(size, seed), new SlotPacking(size, Long.SIZE));
      case BOTTOM -> new RankSketches(true, size, seed);
      case MODULO -> new RankSketches(false, size, seed);
    };
  }

  /**
   * Sketches a text.
   *
   * @param elements each once, at least one
   */
  byte[] sketch(long[] elements);

  /** The estimated resemblance; NaN if the sketches do not say anything. */
  double estimate(byte[] a, byte[] b);

  /** Slots by whose number and bits the standard error of that estimate is to be reckoned. */
  SlotPacking precision(int keysOfA, int keysOfB);

  /** What two texts are counted to share by Broder's algorithm: hashes, each once. */
  long[] keys(byte[] sketch);

  /**
   * The largest estimate that two sketches can have.
   *
   * @param shared how many keys they share
   * @param keysOfA how many one has, and {@code keysOfB} the other
   */
  double largestEstimate(int shared, int keysOfA, int keysOfB);

  /** How many keys a sketch of so many bytes has. */
  static int keyCount(int bytes) {
    return bytes / Long.BYTES;
  }

  /** The numbers as they are stored. */
  static byte[] bytes(long[] numbers) {
    byte[] stored = new byte[numbers.length * Long.BYTES];
    littleEndian(stored).asLongBuffer().put(numbers);
    return stored;
  }

  /** What {@link #bytes} stored. */
  static long[] longs(byte[] stored) {
    long[] numbers = new long[stored.length / Long.BYTES];
    littleEndian(stored).asLongBuffer().get(numbers);
    return numbers;
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Broder's F_m or V_n, stored as ranks. Of V_n a short text may keep none: then the estimate is
   * NaN.
   */
  final class RankSketches implements TextSketches {
    private final boolean isBottom;
    private final int size;
    private final long seed;
    private final SlotPacking[] precisionByCount = new SlotPacking[SlotSketcher.MAX_SLOTS + 1];

    /**
     * Sketches.
     *
     * @param isBottom whether they are F_m, and not V_n
     * @param size the m or n
     */
    RankSketches(boolean isBottom, int size, long seed) {
      this.isBottom = isBottom;
      this.size = size;
      this.seed = seed;
      Arrays.setAll(precisionByCount, count -> new SlotPacking(Math.max(1, count), Long.SIZE));
    }

    @Override
    public byte[] sketch(long[] elements) {
      int count = elements.length;
      return TextSketches.bytes(
          isBottom
              ? Sketches.bottom(elements, count, size, seed).toArray()
              : Sketches.modulo(elements, count, size, seed).toArray());
    }

    @Override
    public double estimate(byte[] a, byte[] b) {
      long[] ofA = TextSketches.longs(a);
      long[] ofB = TextSketches.longs(b);
      return isBottom
          ? BottomSketchV1.ofRanks(ofA, size, seed)
              .resemblance(BottomSketchV1.ofRanks(ofB, size, seed))
          : ModuloSketchV1.ofRanks(ofA, size, seed)
              .resemblance(ModuloSketchV1.ofRanks(ofB, size, seed));
    }

    /**
     * The sample of V_n is the union of both sketches; that of the smaller one rather overrates the
     * error.
     */
    @Override
    public SlotPacking precision(int keysOfA, int keysOfB) {
      int count = isBottom ? size : Math.min(keysOfA, keysOfB);
      return precisionByCount[Math.min(count, SlotSketcher.MAX_SLOTS)];
    }

    /** Ranks that are kept are the smallest ones, or multiples: their bits are not even. */
    @Override
    public long[] keys(byte[] sketch) {
      long[] keys = TextSketches.longs(sketch);
      Arrays.setAll(keys, i -> Hashing.mix(keys[i]));
      return keys;
    }

    @Override
    public double largestEstimate(int shared, int keysOfA, int keysOfB) {
      int union = keysOfA + keysOfB - shared;
      return (double) shared / (isBottom ? Math.min(size, union) : union);
    }
  }
}
