// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

/** One document cannot be read; the message says why and shows the value. */
public final class BadInputException extends Exception {

  /**
   * @param message what is wrong and the value found, without the place
   */
  public BadInputException(String message) {
    super(message);
  }
}
