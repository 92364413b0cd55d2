// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;
import org.neardup.compare.SketchValue;
import org.neardup.sketch.SlotPacking;

/**
 * Writing, merging and looking up band keys: the format of this project, stock postings, unpacked
 * sorted arrays, and no bands at all, which means scanning. One process, one thread, the same
 * sketches, the same segments.
 *
 * <p>Arguments: the number of documents, 1 000 000 by default, up to 16 million; then {@code ours}
 * to measure only the format of this project.
 */
public final class BandIndexBenchmark {
  private static final int SEGMENTS = 12;
  private static final int QUERIES = 4096;
  private static final int COLD_QUERIES = 256;
  private static final int ROUNDS = 5;
  private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");

  /** Warm lookups are timed in processor time, which other programs disturb less. */
  private static final ThreadMXBean THREAD = ManagementFactory.getThreadMXBean();

  private final int docs;
  private final byte[][] hits;
  private final byte[][] misses;
  private long valueBytes;

  /** Documents a lookup found, on average, when last measured. */
  private double found;

  private BandIndexBenchmark(int docs) {
    this.docs = docs;
    hits = new byte[QUERIES][];
    misses = new byte[QUERIES][];
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < QUERIES; i++) {
      hits[i] = SyntheticSketches.nearCopy(random.nextLong(docs), i);
      misses[i] = SyntheticSketches.get(-1L - i);
    }
  }

  /** Runs all contenders, and prints a table. */
  public static void main(String[] args) throws IOException {
    int docs = args.length == 0 ? 1_000_000 : Integer.parseInt(args[0]);
    System.out.printf(
        Locale.ROOT,
        "%d documents, %s, JDK %s%n%n",
        docs,
        SyntheticSketches.PARAMETERS,
        Runtime.version());
    System.out.println(
        "| bands | segments | write s | merge s | bytes a document, bands alone"
            + " | hit µs | miss µs | cold hit µs | found a hit |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    BandIndexBenchmark benchmark = new BandIndexBenchmark(docs);
    benchmark.run(new BandContender("none: values alone"));
    benchmark.run(new NearDupBands());
    if (args.length < 2) {
      benchmark.run(new ArrayBands());
      benchmark.run(new PostingsBands());
      benchmark.scan();
    } else if (!args[1].equals("ours")) {
      throw new IllegalArgumentException("the second argument must be ours, got " + args[1]);
    }
  }

  private void run(BandContender contender) throws IOException {
    Path path = Files.createTempDirectory("bands");
    try (Directory dir = new MMapDirectory(path)) {
      double writeSeconds = seconds(() -> contender.write(dir, docs, SEGMENTS));
      report(contender, dir, SEGMENTS, writeSeconds, Double.NaN);
      double mergeSeconds = seconds(() -> contender.forceMerge(dir));
      report(contender, dir, 1, Double.NaN, mergeSeconds);
    }
    IOUtils.rm(path);
  }

  private interface Work {
    void run() throws IOException;
  }

  private static double seconds(Work work) throws IOException {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }

  private void report(
      BandContender contender, Directory dir, int segments, double write, double merge)
      throws IOException {
    long bytes = 0;
    for (String file : dir.listAll()) {
      bytes += dir.fileLength(file);
    }
    double cold = Double.NaN;
    if (dropCaches()) {
      cold =
          lookupMicros(
              contender, dir, segments, Arrays.copyOf(hits, COLD_QUERIES), System::nanoTime);
    }
    double miss = lookupMicros(contender, dir, segments, misses, THREAD::getCurrentThreadCpuTime);
    double hit = lookupMicros(contender, dir, segments, hits, THREAD::getCurrentThreadCpuTime);
    if (Double.isNaN(hit)) {
      valueBytes = bytes;
    }
    row(
        contender.name(),
        segments,
        write,
        merge,
        (double) (bytes - valueBytes) / docs,
        hit,
        miss,
        cold,
        found);
  }

  private static void row(String name, int segments, double... figures) {
    StringBuilder row = new StringBuilder("| " + name + " | " + segments);
    for (double figure : figures) {
      row.append(Double.isNaN(figure) ? " | " : String.format(Locale.ROOT, " | %.2f", figure));
    }
    System.out.println(row.append(" |"));
  }

  /**
   * The median over the rounds of the mean time of a lookup; NaN if there is nothing to look up in.
   */
  private double lookupMicros(
      BandContender contender, Directory dir, int segments, byte[][] queries, LongSupplier clock)
      throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(dir);
        BandContender.Lookup lookup = contender.open(reader)) {
      if (reader.leaves().size() != segments) {
        throw new IllegalStateException(
            "expected " + segments + " segments, got " + reader.leaves().size());
      }
      if (lookup == null) {
        return Double.NaN;
      }
      double[] micros = new double[queries.length == COLD_QUERIES ? 1 : ROUNDS];
      for (int round = 0; round < micros.length; round++) {
        long candidates = 0;
        long start = clock.getAsLong();
        for (byte[] query : queries) {
          candidates += lookup.candidates(query);
        }
        micros[round] = (clock.getAsLong() - start) / 1e3 / queries.length;
        found = (double) candidates / queries.length;
      }
      Arrays.sort(micros);
      return micros[micros.length / 2];
    }
  }

  /** Drops files from the page cache, if the operating system allows it. */
  private static boolean dropCaches() {
    try {
      new ProcessBuilder("sync").start().waitFor();
      Files.writeString(DROP_CACHES, "1");
      return true;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Compares a query with all packed sketches, on the heap. */
  private void scan() {
    SlotPacking packing = SyntheticSketches.FORMAT.packing();
    byte[] all = new byte[Math.multiplyExact(docs, packing.bytes())];
    byte[] value = new byte[SketchValue.length(SyntheticSketches.FORMAT)];
    for (int doc = 0; doc < docs; doc++) {
      SyntheticSketches.fill(doc, value);
      System.arraycopy(
          value, SketchValue.SLOTS_OFFSET, all, doc * packing.bytes(), packing.bytes());
    }
    double[] micros = new double[3 * ROUNDS];
    long matches = 0;
    for (int round = 0; round < micros.length; round++) {
      long start = System.nanoTime();
      matches += similar(all, hits[round], packing, (int) (0.8 * packing.slots()));
      micros[round] = (System.nanoTime() - start) / 1e3;
    }
    Arrays.sort(micros);
    row(
        "none: scan of sketches on the heap",
        1,
        Double.NaN,
        Double.NaN,
        0,
        micros[micros.length / 2],
        micros[micros.length / 2],
        Double.NaN,
        (double) matches / micros.length);
  }

  private static int similar(byte[] all, byte[] query, SlotPacking packing, int minAgreeing) {
    int count = 0;
    for (int at = 0; at < all.length; at += packing.bytes()) {
      int agreeing = packing.agreeing(query, SketchValue.SLOTS_OFFSET, all, at);
      count += agreeing >= minAgreeing ? 1 : 0;
    }
    return count;
  }
}
