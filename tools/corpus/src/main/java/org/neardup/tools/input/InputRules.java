// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Serializable;
import java.nio.charset.Charset;

/**
 * Limits on what is read, and what it is read for.
 *
 * @param maxBytes a line, file or entry of this many bytes or more is refused, not read
 * @param maxKeys a JSON object with more keys is refused
 * @param followsLinks whether symbolic links are followed out of the folders that are read
 * @param format of files, as the ending of a name; empty if their own endings tell
 * @param encoding the character set of texts and tables without a byte order mark, by a name that
 *     the web knows; empty for UTF-8 where no option names another
 * @param roles which fields are id and title
 * @param sets the fields that are sets
 */
public record InputRules(
    int maxBytes,
    int maxKeys,
    boolean followsLinks,
    String format,
    String encoding,
    FieldRoles roles,
    SetFields sets)
    implements Serializable {
  private static final int MEGABYTE = 1_000_000;
  private static final int MAX_MEGABYTES = 50;

  /** A page of tags and nothing else takes about a hundred times its bytes when it is parsed. */
  private static final int PART_OF_HEAP = 128;

  private static final int MAX_KEYS = 1000;
  private static final String ENCODING =
      "text must be UTF-8, or --encoding must name its character set, such as windows-1252: ";

  /** The default rules. */
  public static final InputRules DEFAULT = new InputRules(defaultBytes(), MAX_KEYS, false);

  /** With the default roles, and without sets. */
  public InputRules(int maxBytes, int maxKeys, boolean followsLinks) {
    this(maxBytes, maxKeys, followsLinks, "", "", FieldRoles.DEFAULT, SetFields.NONE);
  }

  /**
   * Checks the encoding.
   *
   * @throws IllegalArgumentException if it is not known, or a byte of ASCII may be a part of
   *     another character in it
   */
  public InputRules {
    if (!encoding.isEmpty()) {
      WebCharset.requireAscii(encoding);
    }
  }

  /** Whole megabytes, so that messages are short. */
  private static int defaultBytes() {
    long megabytes = Runtime.getRuntime().maxMemory() / PART_OF_HEAP / MEGABYTE;
    return Math.clamp(megabytes, 1, MAX_MEGABYTES) * MEGABYTE;
  }

  /** The same with another format and other roles of fields. */
  public InputRules withFormat(String newFormat, FieldRoles newRoles) {
    return new InputRules(maxBytes, maxKeys, followsLinks, newFormat, encoding, newRoles, sets);
  }

  /** The name of a file in lower case, with an ending that its format has. */
  String nameOf(String file) {
    String name = FileFormat.nameOf(file);
    if (include(file) || format.isEmpty()) {
      return name;
    }
    String plain = Compression.of(name).strip(name);
    return plain + "." + format + name.substring(plain.length());
  }

  /** Whether a file of a folder is read: one of a known format, and of that which is asked for. */
  boolean include(String file) {
    FileFormat own = FileFormat.of(FileFormat.nameOf(file));
    return own != null && (format.isEmpty() || own == FileFormat.of("." + format));
  }

  /** The same with other sets. */
  public InputRules withSets(SetFields newSets) {
    return new InputRules(maxBytes, maxKeys, followsLinks, format, encoding, roles, newSets);
  }

  /** The same with another encoding. */
  public InputRules withEncoding(String newEncoding) {
    return new InputRules(maxBytes, maxKeys, followsLinks, format, newEncoding, roles, sets);
  }

  Charset charset() {
    return encoding.isEmpty() ? UTF_8 : WebCharset.named(encoding);
  }

  /**
   * Decodes a text of which only the user can know the character set. Every other byte of UTF-16
   * may be NUL, and passes as any other set.
   *
   * @throws BadInputException as {@link Decoding#decode}, with the way on
   */
  String decode(byte[] bytes, Charset charset) throws BadInputException {
    String text;
    try {
      text = Decoding.decode(bytes, charset);
    } catch (BadInputException e) {
      boolean mayBeOther = charset.equals(UTF_8) && !encoding.isEmpty();
      throw mayBeOther ? new BadInputException(ENCODING + e.getMessage()) : e;
    }
    int nul = text.indexOf('\0');
    if (nul >= 0) {
      throw new BadInputException(
          "text must have no NUL, and UTF-16 must have a byte order mark; got NUL as character "
              + (nul + 1));
    }
    return text;
  }
}
