// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

/**
 * Counts over the documents of a run: a fold over what became of each.
 *
 * @param inputBytes size of the accepted ones, uncompressed
 * @param withoutText accepted ones that have no words
 * @param refused documents that the index refused
 * @param failed pieces of input that could not be used
 */
record RunCounts(long inputBytes, long withoutText, long refused, long failed) {
  /** What became of a document, when that is certain. */
  sealed interface Event {
    /** It is in the index, or was dropped for another one. */
    record Accepted(int bytes, boolean hasText) implements Event {}

    /** The index refused it. */
    record Refused() implements Event {}

    /** It could not be used. */
    record Failed() implements Event {}
  }

  /** The counts with one more event. */
  RunCounts after(Event event) {
    return switch (event) {
      case Event.Accepted(int bytes, boolean hasText) ->
          new RunCounts(inputBytes + bytes, withoutText + (hasText ? 0 : 1), refused, failed);
      case Event.Refused() -> new RunCounts(inputBytes, withoutText, refused + 1, failed);
      case Event.Failed() -> new RunCounts(inputBytes, withoutText, refused, failed + 1);
    };
  }
}
