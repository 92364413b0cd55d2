// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.sort;

import java.io.Closeable;
import java.io.IOException;

/** Numbers, one after the other. Begins before the first. For one thread. */
public abstract class LongCursor implements Closeable {
  /** The current number. */
  public long value;

  /** Moves to the next number; false if there is none. */
  public abstract boolean next() throws IOException;
}
