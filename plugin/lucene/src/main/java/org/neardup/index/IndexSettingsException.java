// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;

/** An index was made by something else, or with other settings; the message names both. */
public final class IndexSettingsException extends IOException {
  public IndexSettingsException(String message) {
    super(message);
  }
}
