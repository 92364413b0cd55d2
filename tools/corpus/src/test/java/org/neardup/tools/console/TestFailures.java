// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.store.AlreadyClosedException;
import org.junit.Test;

/** What is said when there is no more room. */
public class TestFailures {
  private final StringWriter messages = new StringWriter();

  @Test
  public void testNoMoreRoomNamesThePlaceAndItsState() {
    for (String said :
        new String[] {
          "No space left on device", "Disk quota exceeded", "There is not enough space on the disk"
        }) {
      IOException full = new IOException("aborted", new IOException(said));
      ToolException told =
          assertThrows(
              ToolException.class, () -> Failures.writing("new.idx", "it is unchanged", full));
      assertEquals("cannot write new.idx: " + said + "; it is unchanged", told.getMessage());
      assertEquals(ExitCode.INDEX, told.exitCode());
    }
  }

  @Test
  public void testFilesThatCannotBeUsedAreToldInWords() {
    NoSuchFileException lock = new NoSuchFileException("a/write.lock");
    lock.addSuppressed(new AccessDeniedException("a/write.lock"));
    assertEquals("a/write.lock: permission denied", Failures.describe(lock));
    assertEquals("a: permission denied", Failures.describe(new AccessDeniedException("a")));
    assertEquals("a: no such file or folder", Failures.describe(new NoSuchFileException("a")));
    assertEquals(
        "a: a file with this name is in the way",
        Failures.describe(new FileAlreadyExistsException("a")));
    assertEquals("a: it is not a folder", Failures.describe(new NotDirectoryException("a")));
    assertEquals(
        "a: Read-only file system",
        Failures.describe(new FileSystemException("a", null, "Read-only file system")));
  }

  @Test
  public void testNoMoreRoomForAMergeIsTheSame() {
    IOException full = new IOException("No space left on device");
    for (RuntimeException closed :
        new RuntimeException[] {
          new AlreadyClosedException("closed", full), new IllegalStateException("no commit", full)
        }) {
      assertThrows(
          ToolException.class, () -> Failures.writing("new.idx", "it is as it was", closed));
      assertEquals(3, report(closed));
      assertEquals("neardup: No space left on device\n", messages.toString());
      messages.getBuffer().setLength(0);
    }
  }

  @Test
  public void testAnIndexThatIsClosedForAnotherReasonIsABug() {
    RuntimeException closed = new AlreadyClosedException("closed", new IllegalStateException());
    assertSame(
        closed,
        assertThrows(
            AlreadyClosedException.class,
            () -> Failures.writing("new.idx", "it is as it was", closed)));
    assertEquals(4, report(closed));
  }

  @Test
  public void testAnIndexThatIsTooOldIsNoBug() {
    assertEquals(3, report(new IndexFormatTooOldException("old.idx", "it is of Lucene 8")));
    String told = "neardup: only indexes of Lucene 9.0 or later can be read: ";
    assertTrue(messages.toString(), messages.toString().startsWith(told));
    assertTrue(messages.toString(), messages.toString().contains("old.idx"));
  }

  private int report(Throwable failure) {
    PrintWriter err = new PrintWriter(messages);
    return Failures.report(
        failure, new Terminal(InputStream.nullInputStream(), err, err, false, new Paint(false)));
  }

  @Test
  public void testOtherFailuresAreThemselves() {
    IOException other = new IOException((String) null);
    assertSame(other, Failures.writing("new.idx", "it is as it was", other));
  }
}
