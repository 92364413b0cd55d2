// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.Test;

/**
 * Copies of a shard agree on its groups under any schedule. {@code -Dtests.nightly=true} runs
 * 10,000 schedules, {@code -Dneardup.schedule=SEED} runs one.
 */
public class TestShardSimulation {
  private static final boolean IS_NIGHTLY = Boolean.getBoolean("tests.nightly");
  private static final int STEPS = IS_NIGHTLY ? 80 : 40;

  @Test
  public void testCopiesAgree() {
    Long one = Long.getLong("neardup.schedule");
    LongStream seeds =
        one == null ? LongStream.range(0, IS_NIGHTLY ? 10_000 : 40) : LongStream.of(one);
    seeds.forEach(
        seed -> {
          if (failure(seed, SimulatedFault.NONE, STEPS) != null) {
            throw shortest(seed, SimulatedFault.NONE);
          }
        });
  }

  @Test
  public void testPlantedFaultsAreFound() {
    for (SimulatedFault fault : EnumSet.complementOf(EnumSet.of(SimulatedFault.NONE))) {
      OptionalLong found =
          LongStream.range(0, 100).filter(seed -> failure(seed, fault, STEPS) != null).findFirst();
      assertTrue(fault.name(), found.isPresent());
      String message = shortest(found.getAsLong(), fault).getMessage();
      assertTrue(message, message.contains(" steps:\nindex SimulatedWrite[number=0, "));
    }
  }

  @Test
  public void testSameSeedSameSchedule() throws IOException {
    ShardSimulation first = new ShardSimulation(1, SimulatedFault.NONE);
    first.run(STEPS);
    ShardSimulation second = new ShardSimulation(1, SimulatedFault.NONE);
    second.run(STEPS);
    assertEquals(first.history, second.history);
    assertTrue(first.history.size() > STEPS / 2);
  }

  private static Throwable failure(long seed, SimulatedFault fault, int steps) {
    try {
      new ShardSimulation(seed, fault).run(steps);
      return null;
    } catch (IOException | RuntimeException | AssertionError e) {
      return e;
    }
  }

  /** The shortest beginning of a schedule that fails. */
  private static AssertionError shortest(long seed, SimulatedFault fault) {
    for (int steps = 0; steps <= STEPS; steps++) {
      ShardSimulation simulation = null;
      try {
        simulation = new ShardSimulation(seed, fault);
        simulation.run(steps);
      } catch (IOException | RuntimeException | AssertionError e) {
        String history = simulation == null ? "" : String.join("\n", simulation.history);
        return new AssertionError("seed " + seed + ", " + steps + " steps:\n" + history, e);
      }
    }
    return new AssertionError("seed " + seed + " failed, but not again");
  }
}
