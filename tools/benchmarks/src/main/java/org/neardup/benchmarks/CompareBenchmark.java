// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.neardup.sketch.Bands;
import org.neardup.sketch.SlotPacking;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Nanoseconds to compare two packed sketches, to pack one, and to make its band keys. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class CompareBenchmark {
  private static final int SKETCHES = 64;

  @Param({"128", "200"})
  public int slots;

  @Param({"8", "16", "32", "64"})
  public int bits;

  private SlotPacking packing;
  private long[] unpacked;
  private byte[] query;
  private byte[] heap;
  private ByteBuffer direct;
  private final Bands bands = new Bands(21, 6);
  private final long[] keys = new long[21];
  private int next;

  @Setup
  public void setUp() {
    SplittableRandom random = new SplittableRandom(1);
    packing = new SlotPacking(slots, bits);
    heap = new byte[SKETCHES * packing.bytes()];
    for (int i = 0; i < SKETCHES; i++) {
      packing.pack(random.longs(slots).toArray(), heap, i * packing.bytes());
    }
    direct = ByteBuffer.allocateDirect(heap.length).put(heap);
    unpacked = random.longs(slots).toArray();
    query = packing.pack(unpacked);
  }

  private int offset() {
    next = (next + 1) % SKETCHES;
    return next * packing.bytes();
  }

  @Benchmark
  public int compareOnHeap() {
    return packing.agreeing(query, 0, heap, offset());
  }

  @Benchmark
  public int compareOffHeap() {
    return packing.agreeing(query, 0, direct, offset());
  }

  @Benchmark
  public byte[] pack() {
    packing.pack(unpacked, query, 0);
    return query;
  }

  @Benchmark
  public long[] bandKeys() {
    bands.keys(packing, heap, offset(), keys);
    return keys;
  }
}
