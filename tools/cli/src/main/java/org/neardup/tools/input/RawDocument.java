// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

/**
 * A document that was read but not yet parsed.
 *
 * @param where its place as messages name it: {@code file:line}, {@code archive!entry} or a file
 * @param bytes its size, uncompressed
 * @param parser makes the document; may be called once, on any thread
 */
public record RawDocument(String where, int bytes, Parser parser) {

  /** Makes a document of what was read. */
  @FunctionalInterface
  public interface Parser {
    /**
     * Parses the document.
     *
     * @throws BadInputException if it cannot be used
     */
    InputDocument parse() throws BadInputException;
  }

  /** Stands, in its place in the order of the input, for something that could not be read. */
  static RawDocument unreadable(String where, String problem) {
    return new RawDocument(
        where,
        0,
        () -> {
          throw new BadInputException(problem);
        });
  }
}
