// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Whole processes side by side, from their start to their end: {@link StockProgram} and the
 * commands of {@code tools/bin/neardup}, on the same file, taking turns. All have the Java options
 * of {@code NEARDUP_JAVA_OPTIONS}; {@code tools/bin/benchmark} builds what the commands run.
 */
final class ProcessBenchmark {
  static final String USAGE = "FILE rounds=5 threads=2 programs=stock,hide,drop,cluster";

  private ProcessBenchmark() {}

  private enum Program {
    /** {@code java -version}, which nothing that runs on Java can undercut. */
    JAVA,
    /** A search, in an index that HIDE made before. */
    SEARCH,
    STOCK,
    HIDE,
    DROP,
    /** The same of texts as they are written. */
    HIDE_WRITTEN,
    DROP_WRITTEN,
    CLUSTER,
    /** The same on Spark, in one process. */
    SPARK,
    /** Spark ML's MinHashLSH, with its defaults but 10 hash tables. */
    SPARK_ML;

    private List<String> command(Path file, Path folder, int threads) {
      String index = folder.resolve("index").toString();
      return switch (this) {
        case JAVA -> List.of(java(), "-version");
        case SEARCH -> List.of("tools/bin/neardup", "search", "--index", index, "privacy");
        case STOCK -> stock(file, index, threads);
        case HIDE -> index(file, index, threads, "hide", "nfkc");
        case DROP -> index(file, index, threads, "drop", "nfkc");
        case HIDE_WRITTEN -> index(file, index, threads, "hide", "none");
        case DROP_WRITTEN -> index(file, index, threads, "drop", "none");
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

    private static String java() {
      return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String local(int threads) {
      return "local[" + threads + "]";
    }

    private static List<String> stock(Path file, String index, int threads) {
      List<String> command = new ArrayList<>();
      command.add(java());
      command.add("--enable-native-access=ALL-UNNAMED");
      String options = System.getenv().getOrDefault("NEARDUP_JAVA_OPTIONS", "");
      Stream.of(options.split(" ", -1)).filter(each -> !each.isEmpty()).forEach(command::add);
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.add(StockProgram.class.getName());
      command.addAll(List.of(file.toString(), index, Integer.toString(threads)));
      return command;
    }

    private static List<String> index(
        Path file, String index, int threads, String variants, String form) {
      return neardup(
          threads,
          "index",
          "--index",
          index,
          "--variants",
          variants,
          "--normalize",
          form,
          file.toString());
    }

    private static List<String> neardup(int threads, String... arguments) {
      List<String> command = new ArrayList<>(List.of("tools/bin/neardup"));
      command.addAll(List.of(arguments));
      command.addAll(List.of("--threads", Integer.toString(threads)));
      return command;
    }
  }

  /**
   * Runs the comparison and prints a table: medians, and the ratios to the first program of the
   * same round, with their range. {@code spark} and {@code spark_ml} are to be built before.
   */
  static void run(Settings settings) throws Exception {
    Turns seconds = new Turns();
    Turns cpuSeconds = new Turns();
    int threads = settings.number("threads");
    try (Folder searched = Folder.temporary()) {
      if (settings.list("programs").contains("search")) {
        run(Program.HIDE.command(settings.file(), searched.path(), threads), searched.path());
      }
      for (int round = settings.number("rounds"); round > 0; round--) {
        for (String name : settings.list("programs")) {
          Program program = Program.valueOf(name.toUpperCase(Locale.ROOT));
          String kept = program == Program.SEARCH ? searched.path().toString() : "";
          try (Folder folder = Folder.of(kept)) {
            List<String> command = program.command(settings.file(), folder.path(), threads);
            Times times = run(command, folder.path());
            System.err.printf(
                Locale.ROOT, "%-9s %6.2f s %6.2f s CPU%n", name, times.seconds, times.cpuSeconds);
            seconds.add(name, times.seconds);
            cpuSeconds.add(name, times.cpuSeconds);
          }
        }
      }
    }
    report(seconds, cpuSeconds);
  }

  /** What one process took, of all threads together for the second. */
  private record Times(double seconds, double cpuSeconds) {}

  private static Times run(List<String> command, Path folder) throws Exception {
    Path output = folder.resolve("output");
    Stopwatch watch = new Stopwatch();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(output.toFile()))
            .start();
    double cpuSeconds = cpuSeconds(process);
    double seconds = watch.seconds();
    if (process.exitValue() != 0) {
      throw new IOException(command + " failed: " + Files.readString(output));
    }
    return new Times(seconds, cpuSeconds);
  }

  /** Waits for the end of a process; only while it runs the system says what it took. */
  private static double cpuSeconds(Process process) throws InterruptedException {
    double seconds = 0;
    do {
      seconds =
          process.info().totalCpuDuration().map(taken -> taken.toNanos() / 1e9).orElse(seconds);
    } while (!process.waitFor(5, TimeUnit.MILLISECONDS));
    return seconds;
  }

  private static void report(Turns seconds, Turns cpuSeconds) {
    System.out.println("| process | s | of first | CPU s | of first |");
    System.out.println("|---|--:|--:|--:|--:|");
    for (String name : seconds.names()) {
      System.out.printf(
          Locale.ROOT,
          "| %s | %.2f | %s | %.2f | %s |%n",
          name,
          seconds.median(name),
          seconds.ratios(name),
          cpuSeconds.median(name),
          cpuSeconds.ratios(name));
    }
  }
}
