// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.io.IOException;

/** An index cannot be rebuilt as it was asked for; the message says of it why. */
public final class RebuildException extends IOException {
  RebuildException(String message) {
    super(message);
  }
}
