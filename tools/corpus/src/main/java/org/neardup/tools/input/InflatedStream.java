// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * The content of what is compressed by deflate. Where it is damaged or cut off, reading throws once
 * all that comes before is read. For one thread.
 */
class InflatedStream extends InflaterInputStream {
  private static final int BUFFER_BYTES = 1 << 13;

  /** What to throw once all that comes before it is read. */
  private IOException failure;

  InflatedStream(InputStream in, Inflater inflater) {
    super(in, inflater, BUFFER_BYTES);
  }

  @Override
  protected void fill() throws IOException {
    in.mark(BUFFER_BYTES);
    super.fill();
  }

  /** Has whoever reads on get this failure. */
  final IOException failed(IOException reason) {
    failure = reason;
    return reason;
  }

  /** The JDK throws without a word of the bytes that it has read by then: they count, too. */
  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (failure != null) {
      throw failure;
    }
    long before = inf.getBytesWritten();
    try {
      return super.read(bytes, offset, length);
    } catch (IOException e) {
      int count = (int) (inf.getBytesWritten() - before);
      failed(e);
      if (count == 0) {
        throw e;
      }
      return count;
    }
  }

  @Override
  public int available() {
    return 0;
  }

  @Override
  public void close() throws IOException {
    inf.end();
    super.close();
  }
}
