// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

/**
 * A document that was read but not yet parsed.
 *
 * @param where its place as messages name it: {@code file:line}, {@code archive!entry} or a file
 * @param bytes its size, uncompressed
 * @param parser makes the document; may be called once, on any thread
 * @param damage why it could be read in part only; null if it is whole
 */
public record RawDocument(String where, int bytes, Parser parser, String damage) {
  /** A whole document. */
  public RawDocument(String where, int bytes, Parser parser) {
    this(where, bytes, parser, null);
  }

  /** Makes a document of what was read. */
  @FunctionalInterface
  public interface Parser {
    /**
     * Parses the document.
     *
     * @param mainText whether the main text is asked for: it takes a sixth of the time of a page
     * @throws BadInputException if it cannot be used
     */
    InputDocument parse(boolean mainText) throws BadInputException;

    /** Parses the document without its main text. */
    default InputDocument parse() throws BadInputException {
      return parse(false);
    }
  }

  /** The same, and its parser refuses an id that will not do. */
  RawDocument checked(InputRules rules) {
    return new RawDocument(
        where,
        bytes,
        mainText -> {
          InputDocument document = parser.parse(mainText);
          rules.roles().check(document.id());
          return document;
        });
  }

  /** Takes the place, in the order of the input, of something that could not be read. */
  static RawDocument unreadable(String where, String problem) {
    return new RawDocument(
        where,
        0,
        mainText -> {
          throw new BadInputException(problem);
        });
  }
}
