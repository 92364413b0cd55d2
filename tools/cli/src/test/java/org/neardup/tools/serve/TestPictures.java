// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** The pictures in the documents show the pages as they are; TestBrowser looks at them. */
public class TestPictures {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  /** With {@code -Dtests.pictures=true} it makes them anew. */
  @Test
  public void testShowThePages() throws IOException {
    try (Served served = Pictures.serve(folder.getRoot().toPath())) {
      for (Pictures.Picture picture : Pictures.ALL) {
        String svg = Pictures.svg(served, picture);
        if (Boolean.getBoolean("tests.pictures")) {
          Files.writeString(picture.file(), svg);
        }
        assertEquals(
            picture.file()
                + " is of an earlier page: make it again with -Dtest=TestPictures"
                + " -Dtests.pictures=true",
            svg,
            Files.readString(picture.file()));
        assertTrue(picture.name(), svg.length() < 40_000);
      }
    }
  }
}
