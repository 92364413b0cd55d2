// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_16LE;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A document as the user gave it.
 *
 * @param id not empty; of a document that is read, of at most {@link #MAX_ID_CHARACTERS}
 * @param title empty when there is none
 * @param text plain text; blank when there is none
 * @param mainText the part of a page's text that is not navigation and the like; blank when that is
 *     not known or not asked for
 * @param fields the other fields by name, in the order of the input, each with its values; {@code
 *     text} without values in a document that has no such field
 * @param notes what was read otherwise than it is there
 */
public record InputDocument(
    String id,
    String title,
    String text,
    String mainText,
    Map<String, List<String>> fields,
    List<String> notes) {

  private static final String ID = "id";
  private static final String TITLE = "title";

  /** The field of the text itself. */
  public static final String TEXT = "text";

  /** The field that says why a page of a web archive is not whole. */
  public static final String TRUNCATED = "truncated";

  /** The fields of the text, unless others are given. */
  public static final List<String> TEXT_FIELDS = List.of(TEXT);

  /** A term of Lucene has at most 32,766 bytes, a character up to four. */
  public static final int MAX_ID_CHARACTERS = 8000;

  /** A document that was read as it is. */
  public InputDocument(
      String id, String title, String text, String mainText, Map<String, List<String>> fields) {
    this(id, title, text, mainText, fields, List.of());
  }

  /** A document of which the text alone is known. */
  public InputDocument(String id, String title, String text, Map<String, List<String>> fields) {
    this(id, title, text, "", fields);
  }

  /**
   * The same with another text: the values of some fields, each on a line of its own. The main text
   * of a page is not kept.
   */
  public InputDocument withText(List<String> names) {
    if (names.equals(TEXT_FIELDS)) {
      return this;
    }
    String joined =
        names.stream().flatMap(name -> values(name).stream()).collect(Collectors.joining("\n"));
    return new InputDocument(id, title, joined, "", fields, notes);
  }

  /**
   * The same with the values of some sets as its text, a line each, as {@link #lines} has them; of
   * several fields, each after the name of its field.
   */
  public InputDocument withValues(SetFields sets) {
    boolean isOne = sets.names().size() == 1;
    List<String> values =
        sets.names().stream()
            .flatMap(
                name -> values(name).stream().map(value -> isOne ? value : name + ": " + value))
            .toList();
    return new InputDocument(id, title, lines(values, sets.areBags()), "", fields, notes);
  }

  /** Values in a fixed order, a line each: all of a bag, and those of a set once. */
  public static String lines(List<String> values, boolean areBag) {
    Stream<String> lines = values.stream().map(value -> value.replaceAll("\\R", " ")).sorted();
    return (areBag ? lines : lines.distinct()).collect(Collectors.joining("\n"));
  }

  /** The same with a note; none if that is null. */
  InputDocument withNote(String note) {
    if (note == null) {
      return this;
    }
    List<String> all = new ArrayList<>(notes);
    all.add(note);
    return new InputDocument(id, title, text, mainText, fields, List.copyOf(all));
  }

  /** The names of the fields that it has: of a text, even if it is empty. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>(fields.keySet());
    names.removeIf(name -> fields.get(name).isEmpty());
    names.add(ID);
    if (!title.isBlank()) {
      names.add(TITLE);
    }
    if (!fields.containsKey(TEXT)) {
      names.add(TEXT);
    }
    return names;
  }

  /** The values of a field; none if it does not have it, or only blanks. */
  public List<String> values(String name) {
    return switch (name) {
      case ID -> List.of(id);
      case TITLE -> title.isBlank() ? List.of() : List.of(title);
      case TEXT -> text.isBlank() ? List.of() : List.of(text);
      default -> fields.getOrDefault(name, List.of());
    };
  }

  /** The first value of a field; empty if there is none. */
  public String first(String name) {
    return values(name).stream().findFirst().orElse("");
  }

  /**
   * Refuses an id that is too long, wherever it comes from.
   *
   * @throws BadInputException if it has more than {@link #MAX_ID_CHARACTERS}
   */
  public static void requireShort(String id) throws BadInputException {
    if (!isShort(id)) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "id must have at most %,d characters, got %,d",
              MAX_ID_CHARACTERS,
              id.codePointCount(0, id.length())));
    }
  }

  /** Whether an id has at most {@link #MAX_ID_CHARACTERS}. */
  public static boolean isShort(String id) {
    return id.length() <= MAX_ID_CHARACTERS
        || id.codePointCount(0, id.length()) <= MAX_ID_CHARACTERS;
  }

  /**
   * A text with U+FFFD for each half of a pair of surrogates that stands alone, as an escape in
   * JSON or HTML may: as Lucene writes it, so what is analysed is what is stored.
   */
  static String withoutUnpairedSurrogates(String text) {
    return new String(text.getBytes(UTF_16LE), UTF_16LE);
  }
}
