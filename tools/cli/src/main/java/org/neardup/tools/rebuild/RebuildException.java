// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.io.IOException;

/** Thrown if an index cannot be rebuilt as requested; the message says why. */
public final class RebuildException extends IOException {
  RebuildException(String message) {
    super(message);
  }
}
