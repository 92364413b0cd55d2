// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.OneLine;

/**
 * Counts by kind what a source does not read, or reads otherwise than as it is, for a note: files
 * of a folder by the endings of their names, records of a web archive by what they are.
 */
record OtherKinds(String one, String what, String kindName, Map<String, OtherKinds.Kind> kinds) {
  private static final int SHOWN_KINDS = 8;

  /** Names of kinds may come from the input: this bounds the memory that they take. */
  private static final int MAX_KINDS = 1000;

  /** Of one kind: how many, and the first. */
  record Kind(String name, long count, String first) {
    String text() {
      String shown = name.isEmpty() ? "without ending" : name;
      return String.format(Locale.ROOT, "%,d %s (such as %s)", count, shown, OneLine.of(first));
    }
  }

  /**
   * Without any.
   *
   * @param one of what is counted, such as "file"
   * @param what is the matter with them, such as "not read"
   * @param kindName one kind, such as "ending"
   */
  OtherKinds(String one, String what, String kindName) {
    this(one, what, kindName, new TreeMap<>());
  }

  /** Files that are of no kind that is read. */
  static OtherKinds files() {
    return new OtherKinds("file", "of other kinds not read", "ending");
  }

  /**
   * Counts a file by the ending of its name.
   *
   * @param file its path below the folder
   */
  void addFile(String file) {
    String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    int dot = name.lastIndexOf('.');
    add(dot <= 0 ? "" : name.substring(dot).toLowerCase(Locale.ROOT), file);
  }

  /**
   * Counts one of a kind.
   *
   * @param kind for people
   * @param example which one it is
   */
  void add(String kind, String example) {
    String name = kinds.size() < MAX_KINDS || kinds.containsKey(kind) ? kind : "others";
    kinds.merge(
        name,
        new Kind(name, 1, example),
        (before, added) -> new Kind(name, before.count + 1, before.first));
  }

  /** Makes a note if there are any: for people, on one line. */
  void tell(Object place, Consumer<String> notes) {
    if (!kinds.isEmpty()) {
      notes.accept(place + ": note: " + this);
    }
  }

  @Override
  public String toString() {
    long count = kinds.values().stream().mapToLong(Kind::count).sum();
    String shown =
        kinds.values().stream()
            .sorted(Comparator.comparingLong(Kind::count).reversed())
            .limit(SHOWN_KINDS)
            .map(Kind::text)
            .collect(Collectors.joining(", "));
    int others = kinds.size() - SHOWN_KINDS;
    return Counted.of(count, one)
        + " "
        + what
        + ": "
        + shown
        + (others > 0 ? " and of " + Counted.of(others, "other " + kindName) : "");
  }
}
