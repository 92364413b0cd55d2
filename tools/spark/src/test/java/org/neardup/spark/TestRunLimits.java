// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** Every core has the same number of partitions, and none is larger than it may be. */
public class TestRunLimits {
  private final RunLimits limits = new RunLimits(100, 0, 1);

  @Test
  public void testPartitionsAreAsManyForEachCore() {
    assertEquals(4, limits.partitions(0, 4));
    assertEquals(4, limits.partitions(399, 4));
    assertEquals(8, limits.partitions(400, 4));
    assertEquals(5, limits.partitions(450, 1));
    assertEquals(6, limits.partitions(450, 2));
  }
}
