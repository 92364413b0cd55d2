// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestWriterGuard extends LuceneTestCase {
  private static final int CHANGES = 200;

  private final WriterGuard guard = new WriterGuard();

  private <T> T change(String id, T result) throws IOException {
    return guard.change(id, () -> result, decided -> decided);
  }

  public void testWhatFailsLeavesTheLocksFree() throws IOException {
    IllegalStateException failure = new IllegalStateException("halfway");
    assertSame(
        failure,
        expectThrows(
            IllegalStateException.class,
            () ->
                guard.change(
                    "1",
                    () -> {
                      throw failure;
                    },
                    decided -> decided)));
    assertEquals("looked", guard.alone(() -> "looked"));
    assertEquals("changed", change("1", "changed"));
  }

  public void testChangesAreCounted() throws IOException {
    long before = guard.generation();
    guard.alone(() -> "looked");
    assertEquals(before, guard.generation());
    change("1", "changed");
    guard.change(() -> "written");
    guard.changeAll(() -> "changed");
    assertEquals(before + 3, guard.generation());
  }

  /** The lock of the id is free then, and that of all is not. */
  public void testTheRestOfAChangeOverlapsTheNextDecisionOnTheId() throws Exception {
    CountDownLatch decidedAgain = new CountDownLatch(1);
    Thread other =
        new Thread(
            () -> {
              try {
                guard.change(
                    "1",
                    () -> {
                      decidedAgain.countDown();
                      return null;
                    },
                    decided -> null);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    guard.change(
        "1",
        () -> null,
        decided -> {
          other.start();
          try {
            decidedAgain.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          return null;
        });
    other.join();
  }

  public void testAnOperationAloneExcludesChanges() throws Exception {
    AtomicInteger underWay = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(1);
    Thread changing =
        new Thread(
            () -> {
              for (int i = 0; i < CHANGES; i++) {
                change(Integer.toString(i), underWay);
                begun.countDown();
              }
            });
    changing.start();
    begun.await();
    for (int i = 0; i < 20; i++) {
      guard.alone(
          () -> {
            for (int j = 0; j < 20; j++) {
              assertEquals(0, underWay.get());
              Thread.onSpinWait();
            }
            return null;
          });
    }
    changing.join();
    assertEquals(CHANGES, guard.generation());
  }

  private void change(String id, AtomicInteger underWay) {
    try {
      guard.change(
          id,
          underWay::incrementAndGet,
          decided -> {
            Thread.onSpinWait();
            return underWay.decrementAndGet();
          });
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
