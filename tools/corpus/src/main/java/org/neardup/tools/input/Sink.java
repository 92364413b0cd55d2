// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

/** Takes documents one by one, in the order of the input. */
@FunctionalInterface
public interface Sink {
  /**
   * Takes the next document; may wait until there is room for it.
   *
   * @throws InterruptedException if reading is to stop
   */
  void accept(RawDocument document) throws InterruptedException;
}
