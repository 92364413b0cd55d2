// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;

/**
 * An index was built without Neardup, changed by another writer, or built with other settings; the
 * message says which.
 */
public final class IndexSettingsException extends IOException {
  public IndexSettingsException(String message) {
    super(message);
  }
}
