// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

/**
 * Why a request was refused or failed. The component name is the key of the JSON.
 *
 * @param error in one sentence
 */
record Problem(String error) {

  /** The heading of a page that says so. */
  static String title(int status) {
    return switch (status) {
      case 400, 405, 413, 415, 421 -> "This cannot be asked";
      case 404 -> "Not found";
      case 503 -> "Busy";
      default -> "This failed";
    };
  }
}
