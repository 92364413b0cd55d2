// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.Test;

public class TestOrderedPipeline {
  private static final int PIECES = 2_000;

  private final List<Integer> arrived = new ArrayList<>();

  @Test
  public void testResultsArriveInTheOrderOfReading() throws Exception {
    pipeline(4).run(this::readAll, TestOrderedPipeline::slowly, arrived::add);
    assertEquals(IntStream.range(0, PIECES).boxed().toList(), arrived);
  }

  @Test
  public void testAPieceLargerThanTheBudgetGoesThrough() throws Exception {
    new OrderedPipeline<Integer, Integer>(2, piece -> Integer.MAX_VALUE, () -> false)
        .run(this::readAll, piece -> piece, arrived::add);
    assertEquals(PIECES, arrived.size());
  }

  @Test
  public void testAFailureOfTheReaderArrivesAfterWhatWasRead() {
    var pipeline = pipeline(3);
    var failure =
        assertThrows(
            IOException.class,
            () -> pipeline.run(TestOrderedPipeline::readTwo, piece -> piece, arrived::add));
    assertEquals("reader", failure.getMessage());
    assertEquals(List.of(0, 1), arrived);
  }

  /** The last step holds one piece, and all that the queue has room for waits behind it. */
  @Test(timeout = 60_000)
  public void testAFailureOfTheReaderArrivesThoughThereIsNoRoomForIt() {
    int pieces = 1 + OrderedPipeline.QUEUED_PER_THREAD;
    AtomicReference<Thread> failing = new AtomicReference<>();
    var failure =
        assertThrows(
            IOException.class,
            () ->
                pipeline(1)
                    .run(
                        intake -> {
                          for (int i = 0; i < pieces; i++) {
                            intake.accept(i);
                          }
                          failing.set(Thread.currentThread());
                          throw new IOException("reader");
                        },
                        piece -> piece,
                        piece -> {
                          awaitWaiting(failing);
                          arrived.add(piece);
                        }));
    assertEquals("reader", failure.getMessage());
    assertEquals(pieces, arrived.size());
  }

  /** Once it waits, it has failed, and has done what it does then. */
  private static void awaitWaiting(AtomicReference<Thread> thread) {
    while (thread.get() == null || thread.get().getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  @Test
  public void testAFailureOfAWorkerArrivesInItsPlace() {
    var pipeline = pipeline(3);
    var failure =
        assertThrows(
            IllegalStateException.class,
            () -> pipeline.run(this::readAll, TestOrderedPipeline::failAtSeven, arrived::add));
    assertEquals("7", failure.getMessage());
    assertEquals(7, arrived.size());
  }

  @Test
  public void testAFailureOfTheLastStepStopsTheReader() {
    var pipeline = pipeline(1);
    var failure =
        assertThrows(
            IllegalStateException.class,
            () ->
                pipeline.run(
                    TestOrderedPipeline::readForEver,
                    piece -> piece,
                    TestOrderedPipeline::failAtSeven));
    assertEquals("7", failure.getMessage());
  }

  /** Though the reader waits for its input. */
  @Test(timeout = 60_000)
  public void testItEndsWhenItIsTo() throws Exception {
    AtomicBoolean ending = new AtomicBoolean();
    new OrderedPipeline<Integer, Integer>(2, piece -> 1, ending::get)
        .run(
            intake -> {
              intake.accept(0);
              new CountDownLatch(1).await();
            },
            piece -> piece,
            result -> {
              arrived.add(result);
              ending.set(true);
            });
    assertEquals(List.of(0), arrived);
  }

  private static OrderedPipeline<Integer, Integer> pipeline(int threads) {
    return new OrderedPipeline<>(threads, piece -> 1, () -> false);
  }

  private void readAll(OrderedPipeline.Intake<Integer> intake) throws InterruptedException {
    for (int i = 0; i < PIECES; i++) {
      intake.accept(i);
    }
  }

  private static void readTwo(OrderedPipeline.Intake<Integer> intake)
      throws IOException, InterruptedException {
    intake.accept(0);
    intake.accept(1);
    throw new IOException("reader");
  }

  private static void readForEver(OrderedPipeline.Intake<Integer> intake)
      throws InterruptedException {
    for (int i = 0; true; i++) {
      intake.accept(i);
    }
  }

  private static int slowly(int piece) {
    long spin = new Random(piece).nextInt(2000);
    while (spin > 0) {
      spin--;
      Thread.onSpinWait();
    }
    return piece;
  }

  private static int failAtSeven(int piece) {
    if (piece == 7) {
      throw new IllegalStateException("7");
    }
    return piece;
  }
}
