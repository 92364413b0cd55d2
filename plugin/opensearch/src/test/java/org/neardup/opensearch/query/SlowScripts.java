// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.opensearch.script.MockScriptPlugin;

/** A script {@code slow} that matches all documents, each of which takes some milliseconds. */
public final class SlowScripts extends MockScriptPlugin {
  /** How often it ran. */
  static final AtomicInteger RUNS = new AtomicInteger();

  private static final long NANOS = 5_000_000;

  @Override
  protected Map<String, Function<Map<String, Object>, Object>> pluginScripts() {
    return Map.of(
        "slow",
        parameters -> {
          RUNS.incrementAndGet();
          for (long start = System.nanoTime(); System.nanoTime() - start < NANOS; ) {
            LockSupport.parkNanos(NANOS);
          }
          return true;
        });
  }
}
