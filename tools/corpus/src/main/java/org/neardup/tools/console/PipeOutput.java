// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.regex.Pattern;

/**
 * An output that may be a pipe. Once nobody reads it any more, as after {@code | head}, the rest is
 * dropped without a word: whoever closed it has what they wanted. Other failures are thrown.
 */
public final class PipeOutput extends FilterOutputStream {

  /** The messages of Unix and Windows for a closed pipe; Java has no type for it. */
  private static final Pattern CLOSED =
      Pattern.compile("Broken pipe|pipe is being closed|pipe has been ended");

  private boolean isClosed;

  public PipeOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (!isClosed) {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        dropOrThrow(e);
      }
    }
  }

  @Override
  public void flush() throws IOException {
    if (!isClosed) {
      try {
        out.flush();
      } catch (IOException e) {
        dropOrThrow(e);
      }
    }
  }

  private void dropOrThrow(IOException e) throws IOException {
    if (e.getMessage() == null || !CLOSED.matcher(e.getMessage()).find()) {
      throw e;
    }
    isClosed = true;
  }
}
