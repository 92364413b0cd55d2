// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.lucene.store.IndexOutput;

/** Writes bytes to a file of a directory. Closing it leaves the file open. */
final class TextOutput extends OutputStream {
  private final IndexOutput out;

  TextOutput(IndexOutput out) {
    this.out = out;
  }

  @Override
  public void write(int b) throws IOException {
    out.writeByte((byte) b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.writeBytes(bytes, offset, length);
  }
}
