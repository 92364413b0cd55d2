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
    STAGES.put("verify", List.of("index.Verifier."));
    STAGES.put("find by id", List.of("index.Members.find"));
    STAGES.put("probe", List.of("index.Judge.", "index.View.", "index.CandidateTable."));
    STAGES.put("sketch", List.of("SketcherV1.", "codec.SketchValue."));
    STAGES.put("refresh", List.of("CollapsingIndexWriter.refresh"));
    STAGES.put("analyse and shingle", List.of("analysis.ElementExtractor."));
    STAGES.put("write", List.of("lucene.index.IndexWriter."));
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
