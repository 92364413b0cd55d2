// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Samples what the indexing threads do, from their stacks every few milliseconds: the outermost
 * frame that belongs to a stage decides.
 */
final class StackSampler implements AutoCloseable {
  private static final long INTERVAL_MILLIS = 5;

  /** Stages by what the names of their frames contain; the first that fits any frame wins. */
  private static final Map<String, List<String>> STAGES = new LinkedHashMap<>();

  static {
    String groups = "org.neardup.index.groups.";
    put("verify", groups + "EntryComparer.", groups + "EntryTexts.");
    put("find by id", groups + "LiveDocuments.find");
    put("probe", groups + "DuplicateFinder", groups + "IndexSnapshot.", groups + "CandidateTable.");
    put(
        "sketch",
        "org.neardup.sketch.FastSimilaritySketcherV1.",
        "org.neardup.compare.SketchValue.");
    put("refresh", "org.neardup.index.WritableIndex.refresh");
    put("analyse and shingle", "org.neardup.analysis.ElementExtractor.");
    put("write", "org.apache.lucene.index.IndexWriter.");
  }

  /** Checks that the classes exist, as renaming one would silently empty its stage. */
  private static void put(String stage, String... frames) {
    for (String frame : frames) {
      String name = frame.replaceFirst("([A-Z]\\w*).*", "$1");
      try {
        Class.forName(name);
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException("stage " + stage + " must name classes, got " + name, e);
      }
    }
    STAGES.put(stage, List.of(frames));
  }

  private final List<Thread> threads;
  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private final Thread sampler;
  private int samples;

  StackSampler(List<Thread> threads) {
    this.threads = threads;
    STAGES.keySet().forEach(stage -> counts.put(stage, 0));
    counts.put("other", 0);
    sampler = new Thread(this::sample, "sampler");
    sampler.setDaemon(true);
    sampler.start();
  }

  private void sample() {
    try {
      while (true) {
        Thread.sleep(INTERVAL_MILLIS);
        for (Thread thread : threads) {
          StackTraceElement[] stack = thread.getStackTrace();
          if (stack.length > 0) {
            count(stage(stack));
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void count(String stage) {
    counts.merge(stage, 1, Integer::sum);
    samples++;
  }

  private static String stage(StackTraceElement[] stack) {
    for (Map.Entry<String, List<String>> stage : STAGES.entrySet()) {
      for (StackTraceElement frame : stack) {
        String name = frame.getClassName() + "." + frame.getMethodName();
        if (stage.getValue().stream().anyMatch(name::contains)) {
          return stage.getKey();
        }
      }
    }
    return "other";
  }

  /** The share of each stage; they add up to 1. */
  synchronized Map<String, Double> shares() {
    Map<String, Double> shares = new LinkedHashMap<>();
    counts.forEach((stage, count) -> shares.put(stage, (double) count / Math.max(1, samples)));
    return shares;
  }

  @Override
  public void close() {
    sampler.interrupt();
  }
}
