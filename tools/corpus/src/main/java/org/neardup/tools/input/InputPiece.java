// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.Serializable;

/**
 * A part of the inputs that is read on its own, by whichever thread or process has the time. All
 * pieces, one after the other, are what {@link Inputs} reads. Immutable.
 *
 * @param position of the first document. Positions count up by one; those of later pieces are
 *     larger
 * @param bytes about how many there are to read
 */
public record InputPiece(long position, long bytes, Reading reading) implements Serializable {
  /** Bits of a position that number the documents of a part. */
  private static final int PLACE_BITS = 40;

  /** Reads a piece. */
  @FunctionalInterface
  public interface Reading extends Serializable {
    /**
     * Passes on all documents in their order, as {@link Inputs#read} does.
     *
     * @param problems as there
     * @throws InterruptedException if the sink was interrupted
     */
    void read(InputRules rules, Problems problems, Inputs.Sink sink) throws InterruptedException;
  }

  /**
   * A piece of a part of the input.
   *
   * @param place of the first document in it
   */
  InputPiece(int part, long place, long bytes, Reading reading) {
    this(((long) part << PLACE_BITS) + place, bytes, reading);
  }
}
