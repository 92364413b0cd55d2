// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits for what is done in the background: the one place of these tests that sleeps. */
public final class Await {
  private static final int PAUSE_MILLIS = 50;

  private Await() {}

  /**
   * Asks again and again.
   *
   * @param seconds at most; asks once at least
   * @param otherwise what to say if the condition does not hold by then
   */
  public static void until(int seconds, Callable<Boolean> condition, Supplier<String> otherwise)
      throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!condition.call()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("after " + seconds + " seconds: " + otherwise.get());
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
