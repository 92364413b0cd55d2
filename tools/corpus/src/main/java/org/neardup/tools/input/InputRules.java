// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Serializable;
import java.nio.charset.Charset;

/**
 * Limits on what is read, and what it is read for.
 *
 * @param maxBytes a line, file or entry of this many bytes or more is refused, not read; less than
 *     given if the memory is too little for it
 * @param maxKeys a JSON object with more keys is refused
 * @param maxMemoryBytes a document that is estimated to take more memory is refused
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
    long maxMemoryBytes,
    boolean followsLinks,
    String format,
    String encoding,
    FieldRoles roles,
    SetFields sets)
    implements Serializable {
  private static final int MAX_BYTES = 50_000_000;
  private static final int MAX_KEYS = 1000;
  private static final String ENCODING =
      "text must be UTF-8, or --encoding must name its character set, such as windows-1252: ";

  /** The default rules. */
  public static final InputRules DEFAULT =
      new InputRules(MAX_BYTES, MAX_KEYS, DocumentMemory.defaultBytes(), false);

  /** How many times its bytes a document takes while it is read and parsed, whatever it holds. */
  private static final int LEAST_TIMES = 8;

  /** With the default roles, and without sets. */
  public InputRules(int maxBytes, int maxKeys, long maxMemoryBytes, boolean followsLinks) {
    this(
        maxBytes,
        maxKeys,
        maxMemoryBytes,
        followsLinks,
        "",
        "",
        FieldRoles.DEFAULT,
        SetFields.NONE);
  }

  /**
   * What takes too much memory by its length alone is not read.
   *
   * @throws IllegalArgumentException if the encoding is not known, or a byte of ASCII may be a part
   *     of another character in it
   */
  public InputRules {
    if (!encoding.isEmpty()) {
      WebCharset.requireAscii(encoding);
    }
    maxBytes = (int) Math.min(maxBytes, maxMemoryBytes / LEAST_TIMES);
  }

  /** The same with another format and other roles of fields. */
  public InputRules withFormat(String newFormat, FieldRoles newRoles) {
    return new InputRules(
        maxBytes, maxKeys, maxMemoryBytes, followsLinks, newFormat, encoding, newRoles, sets);
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
    return new InputRules(
        maxBytes, maxKeys, maxMemoryBytes, followsLinks, format, encoding, roles, newSets);
  }

  /** The same with another encoding. */
  public InputRules withEncoding(String newEncoding) {
    return new InputRules(
        maxBytes, maxKeys, maxMemoryBytes, followsLinks, format, newEncoding, roles, sets);
  }

  Charset charset() {
    return encoding.isEmpty() ? UTF_8 : WebCharset.named(encoding);
  }

  /**
   * Decodes a text of which only the user can know the character set.
   *
   * @throws BadInputException as {@link Decoding#decode}, with the way on
   */
  String decode(byte[] bytes, Charset charset) throws BadInputException {
    try {
      return Decoding.decode(bytes, charset);
    } catch (BadInputException e) {
      boolean mayBeOther = charset.equals(UTF_8) && !encoding.isEmpty();
      throw mayBeOther ? new BadInputException(ENCODING + e.getMessage()) : e;
    }
  }
}
