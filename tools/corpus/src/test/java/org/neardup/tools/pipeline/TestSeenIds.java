// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.pipeline;

import static org.junit.Assert.assertEquals;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.Test;

public class TestSeenIds {

  @Test
  public void testAgreesWithASet() {
    Random random = new Random(42);
    Set<String> expected = new HashSet<>();
    SeenIds seen = new SeenIds();
    for (int i = 0; i < 50_000; i++) {
      String id = Integer.toString(random.nextInt(30_000));
      assertEquals(expected.add(id), seen.add(id));
    }
  }
}
