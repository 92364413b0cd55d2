// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import java.time.Duration;
import java.util.Random;
import java.util.logging.Logger;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * Random applications against the definitions: some {@link Trial}s, one after the other, or for an
 * hour with {@code -Dtests.nightly=true}.
 *
 * <p>{@code -Dtrial.minutes=5} sets another time; a trial under way ends first. A failure names the
 * seed of its trial, which {@code -Dtrial.seed=} runs alone.
 */
public class TestTrial extends LuceneTestCase {
  private static final int LEAST_TRIALS = 20;
  private static final Logger LOG = Logger.getLogger(TestTrial.class.getName());

  public void testTrials() {
    String seed = System.getProperty("trial.seed");
    Misses misses = new Misses();
    if (seed != null) {
      run(Long.parseUnsignedLong(seed, 16), misses);
      return;
    }
    long end = System.nanoTime() + duration().toNanos();
    int trials = 0;
    for (; trials < LEAST_TRIALS || System.nanoTime() < end; trials++) {
      run(random().nextLong(), misses);
    }
    misses.assertFew();
    LOG.info(trials + " trials, " + misses);
  }

  private static Duration duration() {
    String minutes = System.getProperty("trial.minutes");
    return Duration.ofMinutes(minutes != null ? Long.parseLong(minutes) : TEST_NIGHTLY ? 60 : 0);
  }

  private static void run(long seed, Misses misses) {
    Trial trial = null;
    try {
      trial = new Trial(new Random(seed), misses);
      trial.run();
    } catch (Throwable t) {
      throw new AssertionError(
          "trial " + Long.toHexString(seed) + (trial == null ? "" : "\n" + trial.log()), t);
    }
    misses.next();
  }
}
