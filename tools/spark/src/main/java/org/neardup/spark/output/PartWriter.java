// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.output;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;

/** Writes the records of one part of a result. For one thread. */
interface PartWriter<T> extends Closeable {
  void write(T each) throws IOException;

  /** Makes one for a stream, which it closes. */
  @FunctionalInterface
  interface Factory<T> extends Serializable {
    PartWriter<T> open(OutputStream out) throws IOException;
  }
}
