// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.Serializable;
import java.util.Locale;

/**
 * Limits on what is read, and what it is read for.
 *
 * @param maxBytes a line, file or entry of this many bytes or more is refused, not read
 * @param maxKeys a JSON object with more keys is refused
 * @param followsLinks whether symbolic links are followed out of the folders that are read
 * @param format of files, as the ending of a name; empty if their own endings tell
 * @param roles which fields are id and title
 * @param sets the fields that are sets
 */
public record InputRules(
    int maxBytes,
    int maxKeys,
    boolean followsLinks,
    String format,
    FieldRoles roles,
    SetFields sets)
    implements Serializable {
  private static final int MEGABYTE = 1_000_000;
  private static final int MAX_MEGABYTES = 50;

  /** A page of tags and nothing else takes about a hundred times its bytes when it is parsed. */
  private static final int PART_OF_HEAP = 128;

  private static final int MAX_KEYS = 1000;

  /** The default rules. */
  public static final InputRules DEFAULT = new InputRules(defaultBytes(), MAX_KEYS, false);

  /** With the default roles, and without sets. */
  public InputRules(int maxBytes, int maxKeys, boolean followsLinks) {
    this(maxBytes, maxKeys, followsLinks, "", FieldRoles.DEFAULT, SetFields.NONE);
  }

  /** Whole megabytes, so that messages are short. */
  private static int defaultBytes() {
    long megabytes = Runtime.getRuntime().maxMemory() / PART_OF_HEAP / MEGABYTE;
    return Math.clamp(megabytes, 1, MAX_MEGABYTES) * MEGABYTE;
  }

  /** The same with another format and other roles of fields. */
  public InputRules withFormat(String newFormat, FieldRoles newRoles) {
    return new InputRules(maxBytes, maxKeys, followsLinks, newFormat, newRoles, sets);
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
    return new InputRules(maxBytes, maxKeys, followsLinks, format, roles, newSets);
  }
}
