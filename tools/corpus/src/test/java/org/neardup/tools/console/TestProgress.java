// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.Test;

/** What a person sees of how far a run is. */
public class TestProgress {
  private final StringWriter shown = new StringWriter();

  private Terminal terminal(boolean interactive) {
    return new Terminal(
        InputStream.nullInputStream(),
        new PrintWriter(new StringWriter()),
        new PrintWriter(shown),
        interactive,
        new Paint(false));
  }

  @Test
  public void testBytesTellHowFarItIs() {
    try (Progress progress = Progress.of(terminal(true), "indexing", () -> 10_000_000)) {
      progress.step(1_000_000);
      progress.step(1_500_000);
    }
    assertTrue(shown.toString(), shown.toString().contains("25%"));
    assertTrue(shown.toString(), shown.toString().contains("2 documents"));
  }

  @Test
  public void testDocumentsAreCountedWhereBytesAreUnknown() {
    try (Progress progress = Progress.of(terminal(true), "indexing", () -> -1)) {
      progress.step(1_000_000);
      progress.step(2_000_000);
    }
    assertTrue(shown.toString(), shown.toString().contains("2/? documents"));
  }

  @Test
  public void testNobodyWatches() {
    try (Progress progress =
        Progress.of(
            terminal(false),
            "indexing",
            () -> {
              throw new AssertionError("nothing is looked at");
            })) {
      progress.step(1);
    }
    assertEquals("", shown.toString());
  }
}
