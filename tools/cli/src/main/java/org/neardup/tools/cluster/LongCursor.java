// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.io.Closeable;
import java.io.IOException;

/** Numbers, one after the other. Begins before the first. For one thread. */
abstract class LongCursor implements Closeable {
  /** The current number. */
  long value;

  /** Moves to the next number; false if there is none. */
  abstract boolean next() throws IOException;
}
