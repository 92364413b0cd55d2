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
     * @param mainText whether the main text is asked for: it takes a sixth of the time of a page
     * @throws BadInputException if it cannot be used
     */
    InputDocument parse(boolean mainText) throws BadInputException;

    /** Parses the document without its main text. */
    default InputDocument parse() throws BadInputException {
      return parse(false);
    }
  }

  /** The same, and its parser refuses an id that is too long, and what takes too much memory. */
  RawDocument checked(InputRules rules) {
    DocumentMemory memory = new DocumentMemory(rules.maxMemoryBytes());
    return new RawDocument(
        where,
        bytes,
        mainText -> {
          InputDocument document = parser.parse(mainText);
          InputDocument.requireShort(document.id());
          return memory.checked(document);
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
