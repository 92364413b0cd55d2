// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.Test;

public class TestOrderedTasks {
  private final List<Integer> arrived = new ArrayList<>();

  @Test
  public void resultsArriveInTheOrderOfTheTasks() throws Exception {
    try (OrderedTasks<Integer> tasks = new OrderedTasks<>(3, arrived::add)) {
      for (int i = 0; i < 1000; i++) {
        int task = i;
        tasks.add(
            1,
            () -> {
              for (int spin = task % 7 * 500; spin > 0; spin--) {
                Thread.onSpinWait();
              }
              return task;
            });
      }
      tasks.finish();
    }
    assertEquals(IntStream.range(0, 1000).boxed().toList(), arrived);
  }

  @Test
  public void aLargeTaskIsWaitedFor() throws Exception {
    try (OrderedTasks<Integer> tasks = new OrderedTasks<>(2, arrived::add)) {
      tasks.add(1, () -> 0);
      tasks.add(1 << 30, () -> 1);
      assertEquals(List.of(0, 1), arrived);
    }
  }

  @Test(timeout = 60_000)
  public void aFailureArrivesInItsPlaceAndEndsTheRest() {
    var failure = assertThrows(IOException.class, this::failAtTheSecond);
    assertEquals("disk", failure.getMessage());
    assertEquals(List.of(0), arrived);
  }

  private void failAtTheSecond() throws IOException, InterruptedException {
    CountDownLatch added = new CountDownLatch(1);
    try (OrderedTasks<Integer> tasks = new OrderedTasks<>(1, arrived::add)) {
      tasks.add(1, () -> 0);
      tasks.add(
          1,
          () -> {
            added.await();
            throw new IOException("disk");
          });
      tasks.add(1, () -> 2);
      added.countDown();
      tasks.finish();
    }
  }

  @Test
  public void piecesComeInBatchesInTheirOrder() throws Exception {
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
        arrived::addAll);
    assertEquals(IntStream.range(0, pieces).boxed().toList(), arrived);
  }

  @Test
  public void whatWasReadBeforeAFailureComesBeforeIt() {
    var failure =
        assertThrows(
            IOException.class,
            () ->
                Batches.run(
                    2, TestOrderedTasks::readOne, piece -> 1, piece -> piece, arrived::addAll));
    assertEquals("reader", failure.getMessage());
    assertEquals(List.of(1), arrived);
  }

  private static void readOne(OrderedPipeline.Intake<Integer> intake)
      throws IOException, InterruptedException {
    intake.accept(1);
    throw new IOException("reader");
  }
}
