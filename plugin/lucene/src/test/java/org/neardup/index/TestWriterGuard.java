// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOFunction;
import org.neardup.internal.compare.Verdicts;
import org.neardup.internal.groups.GroupTable;
import org.neardup.internal.record.RecordWriter;

public class TestWriterGuard extends CollapseTestCase {
  private static final int CHANGES = 200;

  private Directory directory;
  private IndexWriter writer;
  private WriterGuard guard;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    writer = new IndexWriter(directory, new IndexWriterConfig());
    GroupTable groups =
        new GroupTable(
            CONFIG.groupSettings(1 << 20),
            CONFIG.textSketcher(new WhitespaceAnalyzer()),
            new RecordWriter(writer, "id"),
            null, // nothing is placed
            null,
            0,
            new Verdicts());
    guard = new WriterGuard(writer, groups, new PendingWrites(0));
  }

  @Override
  public void tearDown() throws Exception {
    writer.close();
    directory.close();
    super.tearDown();
  }

  public void testADecisionThatFailsClosesTheWriter() {
    IllegalStateException failure = new IllegalStateException("halfway");
    IOFunction<GroupTable, Void> failing =
        groups -> {
          throw failure;
        };
    assertSame(
        failure,
        expectThrows(
            IllegalStateException.class, () -> guard.changeOne("1", () -> guard.decide(failing))));
    assertFalse(writer.isOpen());
    assertClosed(failure, () -> guard.changeOne("2", () -> "changed"));
    assertClosed(failure, () -> guard.changeAll(() -> "changed"));
    assertClosed(failure, () -> guard.alone(() -> "looked"));
    assertClosed(failure, guard::ensureOpen);
  }

  private static void assertClosed(Throwable cause, ThrowingRunnable call) {
    assertSame(cause, expectThrows(AlreadyClosedException.class, call).getCause());
  }

  public void testAReadThatFailsClosesNothing() throws IOException {
    expectThrows(
        IllegalStateException.class,
        () ->
            guard.read(
                groups -> {
                  throw new IllegalStateException("a question");
                }));
    assertTrue(writer.isOpen());
    assertEquals("changed", guard.changeOne("1", () -> "changed"));
  }

  public void testAChangeRefusedBeforeItsDecisionClosesNothing() throws IOException {
    expectThrows(
        IllegalArgumentException.class,
        () ->
            guard.changeOne(
                "1",
                () -> {
                  throw new IllegalArgumentException("refused");
                }));
    assertTrue(writer.isOpen());
    assertEquals("looked", guard.alone(() -> "looked"));
  }

  public void testChangesAreCounted() throws IOException {
    long before = guard.generation();
    guard.alone(() -> "looked");
    assertEquals(before, guard.generation());
    guard.changeOne("1", () -> "changed");
    guard.changeAll(() -> "changed");
    assertEquals(before + 2, guard.generation());
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
      guard.changeOne(
          id,
          () -> {
            underWay.incrementAndGet();
            Thread.onSpinWait();
            return underWay.decrementAndGet();
          });
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
