// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs one benchmark: the first argument is its name. Where time goes, and how much of the heap is
 * in use, a flight recording tells: {@code NEARDUP_JAVA_OPTIONS=
 * -XX:StartFlightRecording:filename=FILE,settings=profile}, then {@code jfr view hot-methods FILE},
 * {@code jfr view gc FILE}, or {@code jfr print --events ExecutionSample --stack-depth 64 FILE} to
 * count the samples that have a class in their stack.
 */
public final class BenchmarkProgram {
  private static final Map<String, Mode> MODES = new LinkedHashMap<>();

  static {
    put("IndexBenchmark", IndexBenchmark.USAGE, IndexBenchmark::run);
    put("ProcessBenchmark", ProcessBenchmark.USAGE, ProcessBenchmark::run);
    put("SearchBenchmark", SearchBenchmark.USAGE, SearchBenchmark::run);
    put("DeriveBenchmark", DeriveBenchmark.USAGE, DeriveBenchmark::run);
    put("ClusterBenchmark", ClusterBenchmark.USAGE, ClusterBenchmark::run);
    put("LookUpBenchmark", LookUpBenchmark.USAGE, LookUpBenchmark::run);
    put("CopiedBenchmark", CopiedBenchmark.USAGE, CopiedBenchmark::run);
    put("ChainBenchmark", ChainBenchmark.USAGE, ChainBenchmark::run);
    put("EmbedBenchmark", EmbedBenchmark.USAGE, EmbedBenchmark::run);
    put(
        "MadeUpFile",
        "FILE size=1000000",
        settings -> Corpus.open("-", settings.number("size")).write(settings.file()));
  }

  private BenchmarkProgram() {}

  @FunctionalInterface
  private interface Work {
    void run(Settings settings) throws Exception;
  }

  private record Mode(String usage, Work work) {}

  private static void put(String name, String usage, Work work) {
    MODES.put(name, new Mode(usage, work));
  }

  /** Takes the name of a benchmark, its arguments, then settings as {@code name=value}. */
  public static void main(String[] args) throws Exception {
    Mode mode = args.length == 0 ? null : MODES.get(args[0]);
    if (mode == null) {
      System.err.println("usage: tools/bin/benchmark NAME [arguments]; NAME is one of:");
      MODES.forEach((name, each) -> System.err.println("  " + name + " " + each.usage));
      System.err.println("  SketchBenchmark [arguments of JMH]");
      System.exit(2);
    }
    try {
      List<String> words = Arrays.asList(args).subList(1, args.length);
      mode.work.run(Settings.parse(mode.usage, words));
    } catch (IllegalArgumentException e) {
      System.err.println("benchmark: " + e.getMessage());
      System.exit(2);
    }
  }
}
