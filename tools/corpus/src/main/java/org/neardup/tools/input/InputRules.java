// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.Serializable;
import java.util.Locale;

/**
 * Limits on what is read, and what it is read for.
 *
 * @param maxBytes a line, file or entry of this many bytes or more is refused, not read; less than
 *     given if the memory is too little for it
 * @param maxKeys a JSON object with more keys is refused
 * @param maxMemoryBytes a document that is estimated to take more memory is refused
 * @param followsLinks whether symbolic links are followed out of the folders that are read
 * @param format of files, as the ending of a name; empty if their own endings tell
 * @param roles which fields are id and title
 * @param sets the fields that are sets
 */
public record InputRules(
    int maxBytes,
    int maxKeys,
    long maxMemoryBytes,
    boolean followsLinks,
    String format,
    FieldRoles roles,
    SetFields sets)
    implements Serializable {
  private static final int MAX_BYTES = 50_000_000;
  private static final int MAX_KEYS = 1000;

  /** The default rules. */
  public static final InputRules DEFAULT =
      new InputRules(MAX_BYTES, MAX_KEYS, DocumentMemory.defaultBytes(), false);

  /** How many times its bytes a document takes while it is read and parsed, whatever it holds. */
  private static final int LEAST_TIMES = 8;

  /** With the default roles, and without sets. */
  public InputRules(int maxBytes, int maxKeys, long maxMemoryBytes, boolean followsLinks) {
    this(maxBytes, maxKeys, maxMemoryBytes, followsLinks, "", FieldRoles.DEFAULT, SetFields.NONE);
  }

  /** What takes too much memory by its length alone is not read. */
  public InputRules {
    maxBytes = (int) Math.min(maxBytes, maxMemoryBytes / LEAST_TIMES);
  }

  /** The same with another format and other roles of fields. */
  public InputRules withFormat(String newFormat, FieldRoles newRoles) {
    return new InputRules(
        maxBytes, maxKeys, maxMemoryBytes, followsLinks, newFormat, newRoles, sets);
  }

  /** The name of a file in lower case, with the ending that its format has. */
  String nameOf(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    if (format.isEmpty()) {
      return name.replaceFirst("\\.tgz$", ".tar.gz");
    }
    String plain = Compression.of(name).strip(name);
    return plain + "." + format + name.substring(plain.length());
  }

  /** The same with other sets. */
  public InputRules withSets(SetFields newSets) {
    return new InputRules(maxBytes, maxKeys, maxMemoryBytes, followsLinks, format, roles, newSets);
  }
}
