// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.util.List;
import java.util.Map;
import org.neardup.tools.input.InputDocument;

/**
 * How far a run has read its input, as the user data of its commits holds it: by this the next run
 * of the same command knows which documents are decided on. A command is the same if its first
 * documents are, wherever they come from.
 *
 * @param documents that were read, unusable ones included; 0 if no run is unfinished
 * @param first hash of the first one
 * @param fingerprint hash of all of them in their order
 * @param refused how many of them the index refused
 */
record InputProgress(long documents, long first, long fingerprint, long refused) {
  /** Nothing has been read. */
  static final InputProgress NONE = new InputProgress(0, 0, 0, 0);

  private static final int NUMBERS = 4;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** That of a commit. */
  static InputProgress of(Map<String, String> userData) {
    String[] numbers = userData.getOrDefault(UserData.INPUT, "").split(" ", -1);
    try {
      return numbers.length == NUMBERS
          ? new InputProgress(
              Long.parseLong(numbers[0]),
              Long.parseLong(numbers[1]),
              Long.parseLong(numbers[2]),
              Long.parseLong(numbers[3]))
          : NONE;
    } catch (NumberFormatException e) {
      return NONE; // somebody else's
    }
  }

  /** As user data of a commit. */
  Map<String, String> userData() {
    return documents == 0
        ? Map.of()
        : Map.of(UserData.INPUT, documents + " " + first + " " + fingerprint + " " + refused);
  }

  /** The same after one more document was read, of this hash. */
  InputProgress after(int hash) {
    return new InputProgress(
        documents + 1,
        documents == 0 ? hash : first,
        (fingerprint ^ hash) * MULTIPLIER + 1,
        refused);
  }

  /** The same with another number of refused documents. */
  InputProgress withRefused(long number) {
    return new InputProgress(documents, first, fingerprint, number);
  }

  /** Whether the same documents were read. */
  boolean isOfSame(InputProgress other) {
    return documents == other.documents && fingerprint == other.fingerprint;
  }

  /**
   * A hash of all that a document holds, the same for every JVM.
   *
   * @param document null if it could not be used
   */
  static int hash(InputDocument document) {
    return document == null
        ? 0
        : List.of(document.id(), document.title(), document.text(), document.fields()).hashCode();
  }
}
