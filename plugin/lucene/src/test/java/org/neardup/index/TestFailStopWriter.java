// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOFunction;
import org.neardup.internal.groups.GroupTable;

public class TestFailStopWriter extends CollapseTestCase {
  private Directory directory;
  private CollapsingIndexWriter writer;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    writer = open(directory, CONFIG);
  }

  @Override
  public void tearDown() throws Exception {
    writer.close();
    directory.close();
    super.tearDown();
  }

  public void testADecisionThatFailsClosesTheWriter() throws IOException {
    PreparedDocument prepared = writer.prepare(document("1", TEXT));
    DecidedDocument decided = writer.decide(writer.prepare(document("2", FAR)));
    IllegalStateException failure = new IllegalStateException("halfway");
    IOFunction<GroupTable, Void> failing =
        groups -> {
          throw failure;
        };
    assertSame(
        failure,
        expectThrows(
            IllegalStateException.class, () -> writer.index().decisions().decide(failing)));
    assertFalse(writer.index().writer().isOpen());
    assertClosed(failure, () -> writer.updateDocument(prepared));
    assertClosed(failure, decided::write);
    assertClosed(failure, () -> decided.writeLater(e -> fail()));
    assertClosed(failure, () -> writer.deleteDocuments("1"));
    assertClosed(failure, writer::commit);
    assertClosed(failure, writer::openReader);
  }

  private static void assertClosed(Throwable cause, ThrowingRunnable call) {
    assertSame(cause, expectThrows(AlreadyClosedException.class, call).getCause());
  }

  public void testAReadThatFailsClosesNothing() throws IOException {
    expectThrows(
        IllegalStateException.class,
        () ->
            writer
                .index()
                .decisions()
                .read(
                    groups -> {
                      throw new IllegalStateException("a question");
                    }));
    assertEquals(new Outcome.Visible(false), writer.updateDocument(document("1", TEXT)));
  }

  public void testAChangeRefusedBeforeItsDecisionClosesNothing() throws IOException {
    writer.addDocument(document("1", TEXT));
    expectThrows(IllegalArgumentException.class, () -> writer.addDocument(document("1", FAR)));
    assertEquals(new Outcome.Visible(true), writer.updateDocument(document("1", FAR)));
  }
}
