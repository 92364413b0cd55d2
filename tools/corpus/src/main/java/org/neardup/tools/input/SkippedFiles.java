// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.OneLine;

/** Counts the files of a folder or archive that are not read, by the endings of their names. */
final class SkippedFiles {
  private static final int SHOWN_ENDINGS = 8;

  /** Of one ending: how many, and the first. */
  private record Kind(String ending, long count, String first) {
    String text() {
      String what = ending.isEmpty() ? "without ending" : ending;
      return String.format(Locale.ROOT, "%,d %s (such as %s)", count, what, OneLine.of(first));
    }
  }

  private final Map<String, Kind> kinds = new TreeMap<>();

  /**
   * Counts a file.
   *
   * @param file its path below the folder
   */
  void add(String file) {
    String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    int dot = name.lastIndexOf('.');
    String ending = dot <= 0 ? "" : name.substring(dot).toLowerCase(Locale.ROOT);
    kinds.merge(
        ending,
        new Kind(ending, 1, file),
        (kind, one) -> new Kind(ending, kind.count + 1, kind.first));
  }

  /** Makes a note if there are any: for people, on one line. */
  void tell(Path place, Consumer<String> notes) {
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
            .limit(SHOWN_ENDINGS)
            .map(Kind::text)
            .collect(Collectors.joining(", "));
    int others = kinds.size() - SHOWN_ENDINGS;
    return Counted.of(count, "file")
        + " of other kinds not read: "
        + shown
        + (others > 0 ? " and of " + Counted.of(others, "other ending") : "");
  }
}
