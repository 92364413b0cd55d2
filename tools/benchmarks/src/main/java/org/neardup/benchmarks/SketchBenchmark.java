// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHasher;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotSketcher;
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

/** Nanoseconds to sketch one document of so many elements; 128 slots. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class SketchBenchmark {
  private static final int SLOTS = 128;

  /** Different documents, so that branches cannot be learnt. */
  private static final int DOCUMENTS = 64;

  @Param({"50", "300", "1000", "5000"})
  public int words;

  private final SlotSketcher fast = Sketches.fast(SLOTS, 1);
  private final SlotSketcher minHash = Sketches.minHash(SLOTS, 1);
  private final SimilarityHasher theirSuperMinHash =
      SimilarityHashing.superMinHash(SLOTS, 8).createHasher();

  private final long[][] documents = new long[DOCUMENTS][];
  private final long[] slots = new long[SLOTS];
  private int next;

  @Setup
  public void setUp() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < DOCUMENTS; i++) {
      documents[i] = random.longs(words).toArray();
    }
  }

  private long[] document() {
    next = (next + 1) % DOCUMENTS;
    return documents[next];
  }

  @Benchmark
  public long[] fastSimilarity() {
    fast.sketch(document(), words, slots);
    return slots;
  }

  @Benchmark
  public long[] minHash() {
    minHash.sketch(document(), words, slots);
    return slots;
  }

  @Benchmark
  public byte[] hash4jSuperMinHash() {
    return theirSuperMinHash.compute(ElementHashProvider.ofValues(document()));
  }
}
