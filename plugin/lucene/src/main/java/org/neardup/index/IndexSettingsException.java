// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;

/**
 * An index was built without Neardup, changed by another writer, or built with other settings; the
 * message says which.
 */
public final class IndexSettingsException extends IOException {
  private final String problem;

  public IndexSettingsException(String message) {
    super(message);
    problem = message;
  }

  /**
   * Joins what is wrong and what to do.
   *
   * @param advice for callers in Java
   */
  public IndexSettingsException(String problem, String advice) {
    super(problem + "; " + advice);
    this.problem = problem;
  }

  /** The message without advice, for those who give their own. */
  public String problem() {
    return problem;
  }
}
