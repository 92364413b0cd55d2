// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import org.junit.Test;

/** What is said when there is no more room. */
public class TestFailures {
  @Test
  public void noMoreRoomNamesThePlaceAndItsState() {
    for (String said :
        new String[] {
          "No space left on device", "Disk quota exceeded", "There is not enough space on the disk"
        }) {
      IOException full = new IOException("aborted", new IOException(said));
      ToolException told =
          assertThrows(
              ToolException.class, () -> Failures.writing("new.idx", "it is as it was", full));
      assertEquals("cannot write new.idx: " + said + "; it is as it was", told.getMessage());
      assertEquals(ExitCode.INDEX, told.exitCode());
    }
  }

  @Test
  public void otherFailuresAreThemselves() {
    IOException other = new IOException((String) null);
    assertSame(other, Failures.writing("new.idx", "it is as it was", other));
  }
}
