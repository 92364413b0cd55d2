// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.io.IOException;

/** Thrown if an index cannot be rebuilt as requested; the message says why. */
public sealed class RebuildException extends IOException permits OtherRebuildException {
  RebuildException(String message) {
    super(message);
  }
}
