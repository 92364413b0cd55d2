// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

/** Ends a request with a message: for mistakes, not for bugs. */
final class Refusal extends RuntimeException {
  private final int status;

  /**
   * Refuses a request.
   *
   * @param status of HTTP
   */
  Refusal(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  int status() {
    return status;
  }
}
