// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.util.IOUtils;

/**
 * Whole processes side by side, from their start to their end: {@link StockProgram} and the
 * commands of {@code tools/bin/neardup}, on the same file, taking turns. All have the Java options
 * of {@code NEARDUP_JAVA_OPTIONS}; {@code tools/bin/benchmark} builds what the commands run.
 */
public final class ProcessBenchmark {
  private ProcessBenchmark() {}

  private enum Program {
    STOCK,
    /** With the buffer that {@code neardup index} has in a heap of 4 GB or more. */
    STOCK_256,
    HIDE,
    DROP,
    CLUSTER,
    /** The same on Spark, in one process. */
    SPARK,
    /** Spark ML's MinHashLSH, with its defaults but 10 hash tables. */
    SPARK_ML;

    private List<String> command(Path file, Path folder, int threads) {
      String index = folder.resolve("index").toString();
      return switch (this) {
        case STOCK -> stock(file, index, threads, 16);
        case STOCK_256 -> stock(file, index, threads, 256);
        case HIDE -> neardup(threads, "index", "--index", index, file.toString());
        case DROP ->
            neardup(threads, "index", "--index", index, "--variants", "drop", file.toString());
        case CLUSTER ->
            neardup(
                threads,
                "cluster",
                "--output",
                folder.resolve("clusters.jsonl").toString(),
                file.toString());
        case SPARK ->
            List.of(
                "tools/bin/neardup-spark",
                "cluster",
                "--master",
                local(threads),
                "--output",
                folder.resolve("clusters").toString(),
                file.toString());
        case SPARK_ML ->
            List.of("tools/benchmarks/spark-ml/run", file.toString(), "master=" + local(threads));
      };
    }

    private static String local(int threads) {
      return "local[" + threads + "]";
    }

    private static List<String> stock(Path file, String index, int threads, int bufferMegabytes) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.add("--enable-native-access=ALL-UNNAMED");
      String options = System.getenv().getOrDefault("NEARDUP_JAVA_OPTIONS", "");
      Stream.of(options.split(" ", -1)).filter(each -> !each.isEmpty()).forEach(command::add);
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.add(StockProgram.class.getName());
      command.addAll(List.of(file.toString(), index));
      command.addAll(List.of(Integer.toString(threads), Integer.toString(bufferMegabytes)));
      return command;
    }

    private static List<String> neardup(int threads, String... arguments) {
      List<String> command = new ArrayList<>(List.of("tools/bin/neardup"));
      command.addAll(List.of(arguments));
      command.addAll(List.of("--threads", Integer.toString(threads)));
      return command;
    }
  }

  /** What one process took, of all threads together for the second. */
  private record Times(double seconds, double cpuSeconds) {}

  /**
   * Runs the comparison and prints a table: medians, and medians of the ratios to the first program
   * of the same round.
   *
   * @param args FILE.jsonl.gz, then any of {@code rounds=3}, {@code threads=2}, {@code
   *     programs=stock,stock_256,hide,drop,cluster}; of those there are also {@code spark} and
   *     {@code spark_ml}, which are to be built before
   */
  public static void main(String[] args) throws Exception {
    Settings settings = Settings.parse(args, 1, "rounds", "threads", "programs");
    Path file = Path.of(args[0]);
    int threads = settings.number("threads", 2);
    Map<Program, List<Times>> times = new EnumMap<>(Program.class);
    for (String name :
        settings.text("programs", "stock,stock_256,hide,drop,cluster").split(",", -1)) {
      times.put(Program.valueOf(name.toUpperCase(Locale.ROOT)), new ArrayList<>());
    }
    for (int round = settings.number("rounds", 3); round > 0; round--) {
      for (Map.Entry<Program, List<Times>> each : times.entrySet()) {
        each.getValue().add(run(each.getKey(), file, threads));
      }
    }
    report(times);
  }

  private static Times run(Program program, Path file, int threads) throws Exception {
    Path folder = Files.createTempDirectory("neardup-process");
    try {
      Path output = folder.resolve("output");
      long start = System.nanoTime();
      Process process =
          new ProcessBuilder(program.command(file, folder, threads))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.to(output.toFile()))
              .start();
      double cpuSeconds = cpuSeconds(process);
      double seconds = (System.nanoTime() - start) / 1e9;
      if (process.exitValue() != 0) {
        throw new IOException(program + " failed: " + Files.readString(output));
      }
      System.err.printf(Locale.ROOT, "%-9s %6.2f s %6.2f s CPU%n", program, seconds, cpuSeconds);
      return new Times(seconds, cpuSeconds);
    } finally {
      IOUtils.rm(folder);
    }
  }

  /** Waits for the end of a process; only while it runs the system says what it took. */
  private static double cpuSeconds(Process process) throws InterruptedException {
    double seconds = 0;
    do {
      seconds =
          process.info().totalCpuDuration().map(taken -> taken.toNanos() / 1e9).orElse(seconds);
    } while (!process.waitFor(50, TimeUnit.MILLISECONDS));
    return seconds;
  }

  private static void report(Map<Program, List<Times>> times) {
    List<Times> first = times.values().iterator().next();
    System.out.println("| process | s | of first | CPU s | of first |");
    System.out.println("|---|--:|--:|--:|--:|");
    times.forEach(
        (program, each) ->
            System.out.printf(
                Locale.ROOT,
                "| %s | %.1f | %.2f | %.1f | %.2f |%n",
                program.name().toLowerCase(Locale.ROOT),
                median(each.stream().mapToDouble(Times::seconds).toArray()),
                ratio(each, first, Times::seconds),
                median(each.stream().mapToDouble(Times::cpuSeconds).toArray()),
                ratio(each, first, Times::cpuSeconds)));
  }

  private static double ratio(
      List<Times> times, List<Times> first, ToDoubleFunction<Times> measure) {
    return median(
        IntStream.range(0, times.size())
            .mapToDouble(
                i -> measure.applyAsDouble(times.get(i)) / measure.applyAsDouble(first.get(i)))
            .toArray());
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
