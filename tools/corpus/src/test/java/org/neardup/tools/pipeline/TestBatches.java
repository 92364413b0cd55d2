// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.Test;

public class TestBatches {
  private final List<Integer> arrived = new ArrayList<>();

  @Test
  public void testPiecesComeInBatchesInTheirOrder() throws Exception {
    int pieces = 10 * Batches.MAX_PIECES + 1;
    Batches.run(
        2,
        intake -> {
          for (int i = 0; i < pieces; i++) {
            intake.accept(i);
          }
        },
        (Integer piece) -> piece == 70 ? 1 << 20 : 1,
        piece -> piece,
        arrived::addAll,
        () -> false);
    assertEquals(IntStream.range(0, pieces).boxed().toList(), arrived);
  }

  @Test
  public void testWhatWasReadBeforeAFailureComesBeforeIt() {
    var failure =
        assertThrows(
            IOException.class,
            () ->
                Batches.run(
                    2,
                    TestBatches::readOne,
                    piece -> 1,
                    piece -> piece,
                    arrived::addAll,
                    () -> false));
    assertEquals("reader", failure.getMessage());
    assertEquals(List.of(1), arrived);
  }

  private static void readOne(OrderedPipeline.Intake<Integer> intake)
      throws IOException, InterruptedException {
    intake.accept(1);
    throw new IOException("reader");
  }
}
