// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.output;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import org.apache.spark.sql.Row;

/** Writes the rows of one part of a frame. For one thread. */
interface RowWriter extends Closeable {
  void write(Row row) throws IOException;

  /** Makes one for a stream, which it closes. */
  @FunctionalInterface
  interface Factory extends Serializable {
    RowWriter open(OutputStream out) throws IOException;
  }
}
