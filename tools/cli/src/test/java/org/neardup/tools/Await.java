// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what another thread or process does. */
public final class Await {
  private static final int MOST_SECONDS = 60;

  private Await() {}

  /**
   * Asks until a condition holds.
   *
   * @param what is waited for, in words
   * @throws AssertionError if it does not within a minute
   */
  public static void until(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    while (!condition.call()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("not within " + MOST_SECONDS + " s: " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5)); // the other one needs a processor
    }
  }
}
