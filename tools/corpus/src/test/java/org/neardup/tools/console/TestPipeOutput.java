// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import org.junit.Test;

/** What becomes of output that nobody reads, and of output that cannot be written. */
public class TestPipeOutput {
  private int writes;

  @Test
  public void testAPipeThatIsClosedIsWrittenToOnce() {
    PrintWriter out = writer("Broken pipe");
    out.print("a line\n");
    assertFalse(out.checkError());
    out.print("another\n");
    assertFalse(out.checkError());
    assertEquals(1, writes);
  }

  @Test
  public void testAnotherFailureIsOne() {
    PrintWriter out = writer("No space left on device");
    out.print("a line\n");
    assertTrue(out.checkError());
  }

  private PrintWriter writer(String failure) {
    OutputStream failing =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            writes++;
            throw new IOException(failure);
          }
        };
    return new PrintWriter(new Terminal.PipeOutput(failing), false, UTF_8);
  }
}
