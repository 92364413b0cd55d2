// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What is written and deleted over a directory leaves it as it was. */
public class TestOverlayDirectory extends LuceneTestCase {
  private final Directory below = new ByteBuffersDirectory();
  private final Directory above = new ByteBuffersDirectory();
  private final OverlayDirectory overlay = new OverlayDirectory(below, above);

  @Override
  public void setUp() throws Exception {
    super.setUp();
    write(below, "old", 1);
    write(below, "other", 2);
  }

  private static void write(Directory directory, String name, int value) throws IOException {
    try (IndexOutput out = directory.createOutput(name, IOContext.DEFAULT)) {
      out.writeInt(value);
    }
  }

  private int read(String name) throws IOException {
    try (IndexInput in = overlay.openInput(name, IOContext.DEFAULT)) {
      return in.readInt();
    }
  }

  private void assertBelowIsAsItWas() throws IOException {
    assertArrayEquals(new String[] {"old", "other"}, below.listAll());
  }

  public void testShowsBoth() throws IOException {
    write(overlay, "new", 3);
    assertArrayEquals(new String[] {"new", "old", "other"}, overlay.listAll());
    assertEquals(1, read("old"));
    assertEquals(3, read("new"));
    assertEquals(Integer.BYTES, overlay.fileLength("old"));
    assertBelowIsAsItWas();
  }

  public void testWhatIsDeletedIsGone() throws IOException {
    overlay.deleteFile("old");
    assertArrayEquals(new String[] {"other"}, overlay.listAll());
    expectThrows(NoSuchFileException.class, () -> read("old"));
    expectThrows(NoSuchFileException.class, () -> overlay.fileLength("old"));
    expectThrows(NoSuchFileException.class, () -> overlay.deleteFile("old"));
    assertBelowIsAsItWas();
    write(overlay, "old", 4);
    assertEquals(4, read("old"));
    overlay.deleteFile("old");
    expectThrows(NoSuchFileException.class, () -> read("old"));
    assertBelowIsAsItWas();
  }

  public void testOnlyWhatIsThereCanBeDeleted() {
    expectThrows(IOException.class, () -> overlay.deleteFile("none"));
  }

  public void testClosesBoth() throws IOException {
    overlay.close();
    expectThrows(AlreadyClosedException.class, above::listAll);
    expectThrows(AlreadyClosedException.class, below::listAll);
  }

  public void testTemporaryAndRenamedFilesAreAbove() throws IOException {
    String temporary;
    try (IndexOutput out = overlay.createTempOutput("a", "b", IOContext.DEFAULT)) {
      temporary = out.getName();
    }
    overlay.rename(temporary, "new");
    assertArrayEquals(new String[] {"new"}, above.listAll());
    assertBelowIsAsItWas();
  }
}
